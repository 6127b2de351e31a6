/** "Verify Class": asks how to build the class and what to feed it, runs both frameworks, shows the verdict. */

import * as vscode from 'vscode';

import { forwardParameters, proposal, split } from './inputs';
import type { VerifyReport } from './results';
import type { Server } from './server';
import { because, verdictText, verifyPage, type Checked } from './verifyPage';

const COMMAND = 'mindport.verifyClass';

interface Subject {
  uri: string;
  className: string;
}

interface Plan {
  build: string;
  inputs: string;
  mode: 'eval' | 'train';
  grad: boolean;
}

export async function verify(server: Server, memory: vscode.Memento, given?: Partial<Subject>): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    await refuse();
    return;
  }
  if (!(await server.ready())) {
    return;
  }
  const subject = isSubject(given) ? given : await underCursor();
  if (subject === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no Module class here.'));
    return;
  }
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(subject.uri));
  const plan = await ask(subject, document.getText(), memory);
  if (plan === undefined) {
    return;
  }
  if (document.isDirty) {
    await document.save();
  }
  const inputs = split(plan.inputs) ?? [];
  const title = vscode.l10n.t('Verifying {0}', subject.className);
  const argument = { ...subject, build: plan.build, inputs, mode: plan.mode, grad: plan.grad, layers: true };
  const report = await server.run<VerifyReport>(title, COMMAND, argument);
  const mode = plan.grad ? vscode.l10n.t('{0}, with gradients', plan.mode) : plan.mode;
  const file = vscode.workspace.asRelativePath(document.uri);
  show(report, { name: subject.className, file, build: plan.build, inputs, mode });
}

async function refuse(): Promise<void> {
  const manage = vscode.l10n.t('Manage Trust');
  const message = vscode.l10n.t('Verification runs the code of this workspace, which you have not trusted.');
  if ((await vscode.window.showWarningMessage(message, manage)) === manage) {
    await vscode.commands.executeCommand('workbench.trust.manage');
  }
}

function isSubject(given: Partial<Subject> | undefined): given is Subject {
  return typeof given?.uri === 'string' && typeof given.className === 'string';
}

/** The class that the cursor is in or after, as the server's lenses name them; the first one above all of them. */
async function underCursor(): Promise<Subject | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return undefined;
  }
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[] | undefined>(
    'vscode.executeCodeLensProvider',
    editor.document.uri,
  );
  const ours = (lenses ?? []).filter((lens) => lens.command?.command === COMMAND);
  ours.sort((a, b) => a.range.start.line - b.range.start.line);
  const before = ours.filter((lens) => lens.range.start.line <= editor.selection.active.line);
  const argument: unknown = (before.at(-1) ?? ours[0])?.command?.arguments?.[0];
  return isSubject(argument as Partial<Subject> | undefined) ? (argument as Subject) : undefined;
}

async function ask(subject: Subject, text: string, memory: vscode.Memento): Promise<Plan | undefined> {
  const key = `verify:${subject.uri}#${subject.className}`;
  const last = memory.get<Plan>(key);
  const name = subject.className;
  const build = await vscode.window.showInputBox({
    title: vscode.l10n.t('Verify {0} (1/3): how to build it', name),
    prompt: vscode.l10n.t('A Python expression; names of the file can be used.'),
    value: last?.build ?? `${name}()`,
    valueSelection: selection(last?.build ?? `${name}()`),
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('For example {0}', `${name}()`) : undefined),
  });
  if (build === undefined) {
    return undefined;
  }
  const inputs = await vscode.window.showInputBox({
    title: vscode.l10n.t('Verify {0} (2/3): its inputs', name),
    prompt: vscode.l10n.t('NAME=DTYPE[SHAPE], separated by spaces; whole numbers may have a range, as in {0}', 'ids=int64[2,16]{0:100}'),
    value: last?.inputs ?? proposal(forwardParameters(text, name)),
    ignoreFocusOut: true,
    validateInput: (value) =>
      split(value) === undefined ? vscode.l10n.t('For example {0}', 'x=float32[1,3,224,224]') : undefined,
  });
  if (inputs === undefined) {
    return undefined;
  }
  const how = await askMode(name, last);
  if (how === undefined) {
    return undefined;
  }
  const plan = { build: build.trim(), inputs, ...how };
  await memory.update(key, plan);
  return plan;
}

/** Between the parentheses, where arguments are to be typed. */
function selection(build: string): [number, number] {
  const open = build.indexOf('(');
  return open < 0 ? [0, build.length] : [open + 1, Math.max(open + 1, build.length - 1)];
}

type How = Pick<Plan, 'mode' | 'grad'>;

async function askMode(name: string, last: Plan | undefined): Promise<How | undefined> {
  const choices: (vscode.QuickPickItem & How)[] = [
    { label: vscode.l10n.t('Forward pass'), description: 'eval', mode: 'eval', grad: false },
    { label: vscode.l10n.t('Forward pass and gradients'), description: 'eval', mode: 'eval', grad: true },
    { label: vscode.l10n.t('Forward pass and gradients in training mode'), description: 'train', mode: 'train', grad: true },
  ];
  if (last !== undefined) {
    // The last choice stands first, so that Enter repeats it.
    choices.sort((a, b) => Number(same(b, last)) - Number(same(a, last)));
  }
  const title = vscode.l10n.t('Verify {0} (3/3): what to compare', name);
  return vscode.window.showQuickPick(choices, { title, ignoreFocusOut: true });
}

function same(a: How, b: How): boolean {
  return a.mode === b.mode && a.grad === b.grad;
}

function show(report: VerifyReport, checked: Checked): void {
  const say = vscode.l10n.t as (text: string, ...parts: string[]) => string;
  const title = vscode.l10n.t('Verification of {0}', checked.name);
  const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  const panel = vscode.window.createWebviewPanel('mindport.verify', title, column, { enableFindWidget: true });
  panel.webview.html = verifyPage(report, checked, say, vscode.env.language);
  const reason = because(report, say);
  const message = `${checked.name}: ${verdictText(report, say)}${reason === '' ? '' : ` – ${reason}`}`;
  if (report.verdict === 'equivalent') {
    void vscode.window.showInformationMessage(message);
  } else {
    void vscode.window.showWarningMessage(message);
  }
}
