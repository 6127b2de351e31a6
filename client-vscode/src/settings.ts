/** The settings that the extension itself reads; the server asks for its own. */

import * as vscode from 'vscode';

export const SECTION = 'mindport';

export const TARGETS = ['auto', 'ascend', 'cpu', 'gpu'] as const;
export type Target = (typeof TARGETS)[number];

export interface ClientSettings {
  interpreter: string;
  installCommand: string;
  target: Target;
}

export function read(): ClientSettings {
  const section = vscode.workspace.getConfiguration(SECTION);
  return {
    interpreter: section.get('interpreter', ''),
    installCommand: section.get('installCommand', '').trim() || '${python} -m pip install mindport',
    target: section.get<Target>('target', 'auto'),
  };
}

export async function setTarget(target: Target): Promise<void> {
  const here = vscode.workspace.workspaceFolders !== undefined;
  const where = here ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration(SECTION).update('target', target, where);
}
