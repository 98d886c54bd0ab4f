import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { protocol, sandbox, start } from './client.mjs';

let box, server;
before(async () => {
  box = sandbox();
  server = await start(box);
});
after(async () => {
  const how = await server.stop();
  box.remove();
  assert.deepEqual(how, { code: 0, signal: null }, 'a clean exit after shutdown and exit');
});

test('initialize names the server and its abilities', () => {
  const { capabilities, serverInfo } = server.result;
  assert.equal(serverInfo.name, 'memswarm');
  assert.ok(serverInfo.version);
  assert.ok(capabilities.workspaceSymbolProvider.resolveProvider);
  assert.equal(capabilities.positionEncoding ?? 'utf-16', 'utf-16');
});

test('swarm/query gives ranked knowledge with locations that hold', async () => {
  const answer = await server.query('how are refresh tokens rotated');
  assert.ok(answer.results.length >= 3, JSON.stringify(answer.meta));
  assert.equal(answer.meta.queryType, 'factual');
  for (const r of answer.results) {
    const lines = readFileSync(fileURLToPath(r.location.uri), 'utf8').split('\n');
    assert.ok(r.location.range.start.line < lines.length, r.id);
    const sum = r.contributions.reduce((n, c) => n + c.score, 0);
    assert.ok(Math.abs(sum - r.score) < 1e-9, `${r.id}: the contributions add up`);
    for (const [from, to] of r.matches) assert.ok(r.content.slice(from, to).trim(), `${r.id}: a match is a word`);
  }
});

test('a note\'s title finds it first, in any order of its words, and with a wrong letter', async () => {
  const [{ name, location }] = await server.connection.sendRequest('workspace/symbol', { query: 'refresh token' });
  assert.ok(name && location.uri);
});

test('a nonsense query gives nothing', async () => {
  const answer = await server.query('zorbulon quantum blockchain');
  assert.deepEqual(answer.results, []);
});

test('a cancelled request says so and the server lives', async () => {
  const source = new protocol.CancellationTokenSource();
  const asked = server.connection.sendRequest('swarm/query', { query: 'webhook', wait: 60000 }, source.token);
  source.cancel();
  await asked.then(() => {}, (e) => assert.equal(e.code, -32800));
  assert.ok((await server.query('webhook deduplication')).results.length);
});

test('an unknown method and wrong parameters have their own codes', async () => {
  await assert.rejects(server.connection.sendRequest('swarm/nothing', {}), (e) => e.code === -32601);
  await assert.rejects(server.connection.sendRequest('swarm/query', { query: 7 }), (e) => e.code === -32602);
});
