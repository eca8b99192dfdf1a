import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clockOfRun } from '@boyun/launch/suite-clock';
import { type Cluster, readRecord } from '@boyun/server/database/cluster';
import { listProcesses } from '@boyun/server/database/host-process';
import { addressOf, findPostmaster } from '@boyun/server/database/postmaster';

const MAIN = new URL('../../apps/server/main.ts', import.meta.url);
/** Compiled code for all processes and runs: compiling is half of what a start costs. Node.js recognises it by the content of its source. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/boyun-compiled', import.meta.url));
/** Time limit of waits, far beyond the duration of any step on a loaded machine. */
const PATIENCE_MS = 200_000;

/** Waits until a condition returns something and returns it; fails after more than three minutes, or with what the condition throws. */
export async function until<T>(
  what: string,
  condition: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (performance.now() > end) throw new Error(`waited too long for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The product as a process of its own, of normal priority, that can be killed and started again, always on one port and data folder. */
export class ServerProcess {
  readonly url: string;
  readonly #dataDir: string;
  readonly #port: number;
  readonly #logFile: string;
  readonly #more: Readonly<Record<string, string>>;
  readonly #main: string;
  #child: ChildProcess | null = null;

  /** `more` is further configuration by the names of its variables; `main` the program, the product's own unless given. */
  constructor(dataDir: string, port: number, more: Readonly<Record<string, string>> = {}, main: URL = MAIN) {
    this.#dataDir = dataDir;
    this.#port = port;
    this.#more = more;
    this.#main = fileURLToPath(main);
    this.#logFile = join(dataDir, 'server.log');
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Starts the server and waits until it says that it is ready. */
  async start(): Promise<void> {
    const log = openSync(this.#logFile, 'a');
    const { PATH, HOME, TMPDIR } = process.env;
    const place = { DATA_DIR: this.#dataDir, PORT: `${this.#port}`, HOST: '127.0.0.1' };
    const settings = { ...place, LOG_LEVEL: 'warn', PRIORITY: 'normal', ...clockOfRun() };
    this.#child = spawn(process.execPath, [this.#main], {
      env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: COMPILED, ...settings, ...this.#more },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const child = this.#child;
    const leaveNone = () => void child.kill('SIGKILL');
    process.once('exit', leaveNone);
    child.once('exit', () => process.off('exit', leaveNone));
    await this.untilReady();
  }

  /** Waits until the server reports that it is ready; fails at once when its process has ended. */
  async untilReady(): Promise<void> {
    await until('a server that is ready', async () => {
      this.check();
      const response = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
      await response?.arrayBuffer().catch(() => undefined);
      return response?.status === 200;
    });
  }

  /** Throws with the end of the server's log when the server ended unexpectedly. */
  check(): void {
    const { exitCode = null, signalCode = null } = this.#child ?? {};
    if (this.#child && exitCode === null && signalCode === null) return;
    throw new Error(`The server ended by itself (${exitCode ?? signalCode}):\n${this.log().slice(-4000)}`);
  }

  /** `kill -9` of the server; its database is left running. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks the server to stop and waits for its end; returns the exit code. */
  stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child) return null;
    this.#child = null;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    child.kill(signal);
    return ended;
  }

  /** The process id of the database's first process; 0 while there is none. */
  postmaster(): number {
    const record = readRecord(this.#dataDir);
    return (record && findPostmaster(record.id, record.pgdata)?.pid) ?? 0;
  }

  /** `kill -9` of the database's first process; returns its id. */
  killDatabase(): number {
    const pid = this.postmaster();
    if (pid === 0) throw new Error('No database runs that could be killed.');
    process.kill(pid, 'SIGKILL');
    return pid;
  }

  /** Waits until a database runs again after this process of it was killed, and the server is ready. */
  async untilOtherPostmaster(killed: number): Promise<void> {
    await until('a database that runs again', () => {
      this.check();
      const pid = this.postmaster();
      return pid !== 0 && pid !== killed;
    });
    await this.untilReady();
  }

  /** Processes of the server's database that live. */
  databaseProcesses(): number[] {
    const id = readRecord(this.#dataDir)!.id;
    return listProcesses()
      .filter(({ command }) => command.includes(`boyun-${id}`))
      .map(({ pid }) => pid);
  }

  /** The address of the server's database. */
  databaseUrl(): string {
    return addressOf({ record: readRecord(this.#dataDir)! } as Cluster);
  }

  /** All the server has written. */
  log(): string {
    return readFileSync(this.#logFile, 'utf8');
  }
}
