/** The interpreter selected in the Python extension, if that is installed. */

import * as vscode from 'vscode';

interface PythonApi {
  environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    resolveEnvironment(
      environment: { path: string },
    ): Promise<{ executable?: { uri?: vscode.Uri } } | undefined>;
    onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

async function api(): Promise<PythonApi['environments']> {
  const extension = vscode.extensions.getExtension<PythonApi>('ms-python.python');
  if (extension === undefined) {
    return undefined;
  }
  try {
    return (await extension.activate()).environments;
  } catch {
    return undefined;
  }
}

export async function selected(): Promise<string | undefined> {
  const environments = await api();
  if (environments === undefined) {
    return undefined;
  }
  const active = environments.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri);
  // The path may be that of an environment's folder; only the resolved one is sure to be a program.
  const found = await environments.resolveEnvironment(active);
  return found?.executable?.uri?.fsPath;
}

/** Calls back when another interpreter is selected. */
export async function onDidSelect(call: () => void): Promise<vscode.Disposable | undefined> {
  return (await api())?.onDidChangeActiveEnvironmentPath(call);
}
