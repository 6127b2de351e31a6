/** The server's life: found, started, restarted, asked. One at a time, and every change in its turn. */

import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  ResponseError,
  RevealOutputChannelOn,
  TransportKind,
  WorkDoneProgress,
  type LanguageClientOptions,
} from 'vscode-languageclient/node';

import { choose, probe } from './interpreter';
import { selected } from './python';
import { read, SECTION } from './settings';

export type State =
  | { kind: 'off' }
  | { kind: 'starting' }
  | { kind: 'running'; interpreter: string; version: string }
  | { kind: 'missing'; interpreter: string; python: string }
  | { kind: 'failed'; reason: string };

const CANCELLED = -32800;
const CRASHES = 3;
const CRASH_MINUTES = 3;

/** The user stopped the request; there is nothing to say about it. */
export class Cancelled extends Error {}

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private turn: Promise<void> = Promise.resolve();
  private crashes: number[] = [];
  private readonly changed = new vscode.EventEmitter<State>();
  readonly onDidChange = this.changed.event;
  state: State = { kind: 'off' };

  constructor(
    private readonly log: vscode.LogOutputChannel,
    /** A folder without Python files, to run Python in. */
    private readonly cwd: string,
  ) {}

  /** Starts the server, or starts it anew with the interpreter that is wanted by now. */
  restart(): Promise<void> {
    this.turn = this.turn.then(async () => {
      await this.end();
      this.crashes = [];
      await this.begin();
    });
    return this.turn;
  }

  stop(): Promise<void> {
    this.turn = this.turn.then(() => this.end());
    return this.turn;
  }

  dispose(): void {
    void this.stop();
    this.changed.dispose();
  }

  /** Waits for a start that is under way; starts a server that is off. Whether it runs then. */
  async ready(): Promise<boolean> {
    await (this.state.kind === 'off' ? this.restart() : this.turn);
    return this.running();
  }

  private running(): boolean {
    return this.state.kind === 'running';
  }

  /** Runs a command of the server under a progress notification that can be cancelled. */
  async run<T>(title: string, command: string, argument: object): Promise<T> {
    const client = this.client;
    if (client === undefined) {
      throw new Cancelled();
    }
    const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
    return vscode.window.withProgress(options, async (progress, cancellation) => {
      const token = globalThis.crypto.randomUUID();
      let done = 0;
      const listening = client.onProgress(WorkDoneProgress.type, token, (value) => {
        if (value.kind === 'report') {
          const increment = value.percentage === undefined ? 0 : Math.max(0, value.percentage - done);
          done += increment;
          progress.report({ increment, ...(value.message === undefined ? {} : { message: value.message }) });
        }
      });
      const request = { command, arguments: [argument], workDoneToken: token };
      try {
        return await client.sendRequest<T>('workspace/executeCommand', request, cancellation);
      } catch (error) {
        if (cancellation.isCancellationRequested || (error instanceof ResponseError && error.code === CANCELLED)) {
          throw new Cancelled();
        }
        throw error;
      } finally {
        listening.dispose();
      }
    });
  }

  private async begin(): Promise<void> {
    this.become({ kind: 'starting' });
    try {
      await this.launch();
    } catch (error) {
      this.log.error(error instanceof Error ? error : String(error));
      this.become({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
    }
  }

  private async launch(): Promise<void> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const interpreter = await choose({ setting: read().interpreter, selected: await selected(), folder });
    if (interpreter === undefined) {
      const reason = vscode.l10n.t('No Python was found. Set "mindport.interpreter".');
      this.become({ kind: 'failed', reason });
      return;
    }
    const found = await probe(interpreter, this.cwd);
    this.log.info(`${interpreter}: ${JSON.stringify(found)}`);
    if (found.kind === 'broken') {
      const reason = vscode.l10n.t('{0} cannot be run: {1}', interpreter, found.reason);
      this.become({ kind: 'failed', reason });
      return;
    }
    if (found.kind === 'missing') {
      this.become({ kind: 'missing', interpreter, python: found.python });
      return;
    }
    const client = this.make(interpreter);
    this.client = client;
    await client.start();
    this.become({ kind: 'running', interpreter, version: found.version });
  }

  private make(interpreter: string): LanguageClient {
    const run = {
      command: interpreter,
      args: ['-m', 'mindport', 'lsp'],
      transport: TransportKind.stdio,
      // Not the workspace: `python -m` would import the user's files in the place of modules of the same name.
      options: { cwd: this.cwd, env: { ...process.env, PYTHONUTF8: '1' } },
    };
    const options: LanguageClientOptions = {
      documentSelector: [
        { scheme: 'file', language: 'python' },
        { scheme: 'untitled', language: 'python' },
        { notebook: 'jupyter-notebook', language: 'python' },
      ],
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: { trusted: vscode.workspace.isTrusted },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.crashed(),
      },
      middleware: {
        // The lens of the server names its own command, which cannot ask the user for what it needs.
        executeCommand: (command, args, next): vscode.ProviderResult<unknown> =>
          command === 'mindport.verifyClass'
            ? vscode.commands.executeCommand('mindport.verify', ...(args as unknown[]))
            : next(command, args),
      },
    };
    return new LanguageClient(SECTION, 'MindPort', run, options);
  }

  private crashed(): { action: CloseAction; handled: boolean } {
    const now = Date.now();
    this.crashes = [...this.crashes.filter((at) => now - at < CRASH_MINUTES * 60_000), now];
    this.log.error(`the server ended unexpectedly (${this.crashes.length})`);
    if (this.crashes.length <= CRASHES) {
      return { action: CloseAction.Restart, handled: true };
    }
    this.become({ kind: 'failed', reason: vscode.l10n.t('The server ended unexpectedly several times.') });
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      this.log.warn(`stopping the server: ${String(error)}`);
    }
    this.become({ kind: 'off' });
  }

  private become(state: State): void {
    this.state = state;
    this.changed.fire(state);
  }
}
