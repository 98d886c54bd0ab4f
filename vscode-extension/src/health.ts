// The status bar entry: the worst state, and what it is about on hovering.
import * as vscode from 'vscode';
import type { Status } from './contract';

const icons: Record<Status['state'], string> = {
  ok: '$(library)', indexing: '$(sync~spin)', degraded: '$(warning)', failed: '$(error)', unconfigured: '$(circle-slash)',
};

export class Health implements vscode.Disposable {
  private readonly entry = vscode.window.createStatusBarItem('memswarm.health', vscode.StatusBarAlignment.Right, 0);

  constructor() {
    this.entry.name = 'Memory Swarm';
    this.entry.command = 'memswarm.showLog';
  }

  show(status: Status): void {
    this.entry.text = `${icons[status.state] ?? icons.failed} Swarm`;
    const lines = status.providers.map((p) => `${p.id}: ${p.message ?? p.state}`);
    this.entry.tooltip = [status.summary, ...lines].join('\n');
    this.entry.backgroundColor = status.state === 'failed' ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    this.entry.show();
  }

  failed(summary: string): void {
    this.show({ state: 'failed', summary, providers: [] });
  }

  dispose(): void {
    this.entry.dispose();
  }
}
