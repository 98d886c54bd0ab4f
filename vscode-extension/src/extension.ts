// The VS Code client: it starts the language server and offers the search.
import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node';
import { search } from './search';
import { Health } from './health';

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const health = new Health();
  context.subscriptions.push(
    health,
    vscode.commands.registerCommand('memswarm.search', () => withClient(search)),
    vscode.commands.registerCommand('memswarm.restart', () => restart(health)),
    vscode.commands.registerCommand('memswarm.showLog', () => client?.outputChannel.show()),
    vscode.workspace.onDidChangeConfiguration((e) => {
      if (e.affectsConfiguration('memswarm')) void restart(health);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => restart(health)),
  );
  await start(health);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function start(health: Health): Promise<void> {
  const settings = vscode.workspace.getConfiguration('memswarm');
  const program = settings.get<string>('path') || 'memswarm';
  const server: ServerOptions = { command: program, args: ['lsp'] };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: 'file' }, { scheme: 'untitled' }, { scheme: 'swarm' }],
    initializationOptions: { trusted: vscode.workspace.isTrusted, hover: settings.get<boolean>('hover') },
    outputChannelName: 'Memory Swarm',
    // Notes come from other people too: no command links, no HTML.
    markdown: { isTrusted: false, supportHtml: false },
  };
  client = new LanguageClient('memswarm', 'Memory Swarm', server, options);
  client.onNotification('swarm/didChangeStatus', (note) => health.show(note));
  try {
    await client.start();
  } catch (error) {
    health.failed(`The program ${program} could not be started.`);
    const set = 'Set its path';
    const answer = await vscode.window.showErrorMessage(
      `Memory Swarm: ${program} could not be started (${String(error)}). Install memswarm, or say where it is.`, set);
    if (answer === set) await vscode.commands.executeCommand('workbench.action.openSettings', 'memswarm.path');
  }
}

async function restart(health: Health): Promise<void> {
  const old = client;
  client = undefined;
  await old?.stop().catch(() => undefined);
  await start(health);
}

async function withClient(use: (client: LanguageClient) => Promise<void>): Promise<void> {
  if (client?.isRunning()) return use(client);
  await vscode.window.showWarningMessage('Memory Swarm: the server is not running. Run “Memory Swarm: Restart Server”.');
}
