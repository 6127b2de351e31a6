/** The one message that a missing package brings up, and its installation in a terminal that the user sees. */

import * as vscode from 'vscode';

import { installLine, supported } from './interpreter';
import { read } from './settings';

/** Offers to install MindPort into the interpreter; whether the server should be tried again. */
export async function offer(interpreter: string, python: string): Promise<boolean> {
  const install = vscode.l10n.t('Install');
  const retry = vscode.l10n.t('Retry');
  const other = vscode.l10n.t('Other Interpreter…');
  const shown = vscode.workspace.asRelativePath(interpreter, false);
  const [message, choices] = supported(python)
    ? [
        vscode.l10n.t('MindPort needs its Python package, which is not installed in {0} (Python {1}).', shown, python),
        [install, retry, other],
      ]
    : [vscode.l10n.t('MindPort needs Python 3.10, 3.11 or 3.12; {0} is Python {1}.', shown, python), [other]];
  switch (await vscode.window.showWarningMessage(message, ...choices)) {
    case install:
      return run(interpreter);
    case retry:
      return true;
    case other:
      await vscode.commands.executeCommand('workbench.action.openSettings', 'mindport.interpreter');
      return false;
    default:
      return false;
  }
}

async function run(interpreter: string): Promise<boolean> {
  const line = installLine(read().installCommand, interpreter);
  const definition = { type: 'mindport', task: 'install' };
  const name = vscode.l10n.t('Install MindPort');
  const execution = new vscode.ShellExecution(line);
  const task = new vscode.Task(definition, vscode.TaskScope.Workspace, name, 'MindPort', execution);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: true, clear: true };
  const code = await ended(task);
  if (code === 0) {
    return true;
  }
  const retry = vscode.l10n.t('Retry');
  const failed = vscode.l10n.t('The installation did not succeed; the terminal says why.');
  return (await vscode.window.showErrorMessage(failed, retry)) === retry;
}

/** The exit code of a task that runs to its end. */
async function ended(task: vscode.Task): Promise<number | undefined> {
  const disposables: vscode.Disposable[] = [];
  try {
    return await new Promise<number | undefined>((done, fail) => {
      vscode.tasks.executeTask(task).then((started) => {
        disposables.push(
          vscode.tasks.onDidEndTaskProcess((event) => {
            if (event.execution === started) {
              done(event.exitCode);
            }
          }),
        );
      }, fail);
    });
  } finally {
    disposables.forEach((each) => void each.dispose());
  }
}
