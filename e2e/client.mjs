// A language client made of the library that VS Code itself uses.
import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import protocol from 'vscode-languageserver-protocol/node';

const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = protocol;
export { protocol };

export const repo = resolve(dirname(fileURLToPath(import.meta.url)), '..');
export const program = process.env.MEMSWARM || join(repo, 'memswarm');

/** A copy of the example workspace and a home of its own, so that nothing of the user's is read or written. */
export function sandbox() {
  const home = mkdtempSync(join(tmpdir(), 'memswarm-e2e-'));
  const workspace = join(home, 'harbor');
  cpSync(join(repo, 'examples', 'harbor'), workspace, { recursive: true });
  mkdirSync(join(home, 'run'), { mode: 0o700 });
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    XDG_RUNTIME_DIR: join(home, 'run'),
    MEMSWARM_STANDALONE: '1',
  };
  return { home, workspace, env, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** Starts the server and initializes it on the folders. */
export async function start(box, { folders = [box.workspace], capabilities = {}, initializationOptions } = {}) {
  const child = spawn(program, ['lsp'], { cwd: box.workspace, env: box.env, stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise((ok) => child.once('exit', (code, signal) => ok({ code, signal })));
  const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  const seen = { messages: [], progress: [], status: [] };
  connection.onNotification('window/showMessage', (p) => seen.messages.push(p));
  connection.onNotification('$/progress', (p) => seen.progress.push(p));
  connection.onNotification('swarm/didChangeStatus', (p) => seen.status.push(p));
  connection.onUnhandledNotification(() => {});
  connection.onRequest('window/workDoneProgress/create', () => null);
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('workspace/configuration', (p) => p.items.map(() => null));
  connection.listen();
  const workspaceFolders = folders.map((f) => ({ uri: pathToFileURL(f).href, name: f.split('/').pop() }));
  const before = performance.now();
  const result = await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: workspaceFolders[0]?.uri ?? null,
    workspaceFolders,
    capabilities: { window: { workDoneProgress: true }, workspace: { configuration: true }, ...capabilities },
    initializationOptions,
  });
  const initializeMs = performance.now() - before;
  await connection.sendNotification('initialized', {});
  return {
    connection, child, exited, result, initializeMs, seen,
    query: (query, more = {}) => connection.sendRequest('swarm/query', { query, wait: 60000, ...more }),
    async stop() {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      const how = await exited;
      connection.dispose();
      return how;
    },
  };
}
