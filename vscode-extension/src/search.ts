// A live picker over swarm/query. The server's order is kept: alwaysShow stops
// VS Code from filtering and sorting by itself.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { Answer, Result } from './contract';

interface Item extends vscode.QuickPickItem { result: Result }

export async function search(client: LanguageClient): Promise<void> {
  const picker = vscode.window.createQuickPick<Item>();
  picker.placeholder = 'Search all your knowledge';
  let asked: vscode.CancellationTokenSource | undefined;
  picker.onDidChangeValue(async (query) => {
    asked?.cancel(); // the answer to the last key stroke is of no use any more
    const mine = (asked = new vscode.CancellationTokenSource());
    if (!query.trim()) {
      picker.items = [];
      return;
    }
    picker.busy = true;
    try {
      const answer = await client.sendRequest<Answer>('swarm/query', { query, maxResults: 30 }, mine.token);
      if (mine !== asked) return;
      picker.items = answer.results.map(item);
      picker.title = answer.meta.indexing ? 'The index is still being built' : undefined;
    } catch (error) {
      if (!mine.token.isCancellationRequested) picker.title = String(error);
    } finally {
      if (mine === asked) picker.busy = false;
    }
  });
  picker.onDidAccept(async () => {
    const chosen = picker.selectedItems[0];
    picker.hide();
    if (chosen) await open(chosen.result);
  });
  picker.onDidHide(() => {
    asked?.cancel();
    picker.dispose();
  });
  picker.show();
}

function item(result: Result): Item {
  const date = result.metadata.timestamp ? ` · ${new Date(result.metadata.timestamp).toISOString().slice(0, 10)}` : '';
  return {
    label: result.title,
    description: `${result.provider} · ${result.breadcrumb.join(' › ')}${date}`,
    detail: result.content.replace(/\s+/g, ' ').slice(0, 200),
    alwaysShow: true,
    result,
  };
}

async function open(result: Result): Promise<void> {
  const { start } = result.location.range;
  const at = new vscode.Position(start.line, start.character);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(result.location.uri));
  const editor = await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.AtTop);
}
