/** "Select Target Device". */

import * as vscode from 'vscode';

import { read, setTarget, type Target } from './settings';

export async function selectTarget(): Promise<void> {
  const { target } = read();
  const choices: (vscode.QuickPickItem & { value: Target })[] = [
    { value: 'auto', label: 'auto', description: vscode.l10n.t("as the project's mindport.toml says, else Ascend") },
    { value: 'ascend', label: 'ascend', description: vscode.l10n.t('Ascend NPU; mostly mindspore.mint') },
    { value: 'cpu', label: 'cpu', description: vscode.l10n.t('CPU; mindspore.nn, ops and Tensor') },
    { value: 'gpu', label: 'gpu', description: vscode.l10n.t('GPU (CUDA)') },
  ];
  for (const choice of choices) {
    choice.iconPath = new vscode.ThemeIcon(choice.value === target ? 'check' : 'blank');
  }
  const title = vscode.l10n.t('The device that the MindSpore code will run on');
  const chosen = await vscode.window.showQuickPick(choices, { title });
  if (chosen !== undefined && chosen.value !== target) {
    await setTarget(chosen.value);
  }
}
