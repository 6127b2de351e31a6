/** The item in the status bar: how the server is, and what is migrated to. */

import * as vscode from 'vscode';

import { read } from './settings';
import type { State } from './server';

export function show(item: vscode.StatusBarItem, state: State): void {
  const { target } = read();
  item.name = 'MindPort';
  item.backgroundColor = undefined;
  item.command = 'mindport.restartServer';
  switch (state.kind) {
    case 'off':
      item.text = '$(circle-slash) MindPort';
      item.tooltip = vscode.l10n.t('MindPort is not running. Click to start it.');
      break;
    case 'starting':
      item.text = '$(sync~spin) MindPort';
      item.tooltip = vscode.l10n.t('MindPort is starting.');
      break;
    case 'running':
      item.text = `$(arrow-swap) MindPort: ${target}`;
      item.tooltip = running(state.version, state.interpreter);
      item.command = 'mindport.selectTarget';
      break;
    case 'missing':
      item.text = '$(warning) MindPort';
      item.tooltip = vscode.l10n.t('MindPort is not installed in {0}. Click to check again.', vscode.workspace.asRelativePath(state.interpreter, false));
      item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
      break;
    case 'failed':
      item.text = '$(error) MindPort';
      item.tooltip = vscode.l10n.t('MindPort does not run: {0} Click to try again.', state.reason);
      item.backgroundColor = new vscode.ThemeColor('statusBarItem.errorBackground');
      break;
  }
  item.show();
}

function running(version: string, interpreter: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString(undefined, true);
  text.isTrusted = { enabledCommands: ['mindport.selectTarget', 'mindport.restartServer', 'mindport.showLog'] };
  text.appendMarkdown(`**MindPort ${version}**\n\n`);
  text.appendText(vscode.workspace.asRelativePath(interpreter, false));
  const links = [
    `[${vscode.l10n.t('Select Target Device')}](command:mindport.selectTarget)`,
    `[${vscode.l10n.t('Restart')}](command:mindport.restartServer)`,
    `[${vscode.l10n.t('Show Log')}](command:mindport.showLog)`,
  ];
  text.appendMarkdown(`\n\n${links.join(' · ')}`);
  return text;
}
