import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A started launcher: its process, what it has printed so far, and its exit code once it ends. */
export interface Launched {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly code: Promise<number | null>;
}

/** A folder with the launcher and nothing to install, for tests; its cache is in the folder, too. */
export interface MinimalClone {
  readonly root: string;
  /** Writes a file, with its folders. */
  put(path: string, text: string): void;
  /** Starts the launcher. */
  launch(args: readonly string[], environment?: Readonly<Record<string, string>>): Launched;
  /** Kills what was started, and removes the folder. */
  remove(): void;
}

/** Makes a minimal clone in the folder for temporary files. */
export function makeClone(): MinimalClone {
  const root = mkdtempSync(join(tmpdir(), 'boyun-launch-'));
  const children: ChildProcess[] = [];
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(join(root, 'apps/launch'), { recursive: true });
  for (const name of readdirSync(import.meta.dirname).filter((one) => one.endsWith('.mjs')))
    cpSync(join(import.meta.dirname, name), join(root, 'apps/launch', name));
  put('package.json', '{"private":true,"type":"module"}');
  put('package-lock.json', '{"packages":{"":{}}}');
  put('node_modules/.package-lock.json', '{"packages":{}}');
  const launch = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const env: NodeJS.ProcessEnv = { ...process.env, XDG_CACHE_HOME: join(root, 'cache'), ...environment };
    delete env.npm_lifecycle_event;
    // The launcher itself has the machine's clock.
    for (const name of ['BOYUN_TEST_SHIFT_MS', 'NODE_OPTIONS']) delete env[name];
    const child = spawn(process.execPath, ['apps/launch/run.mjs', ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let output = '';
    const add = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    return {
      child,
      output: () => output,
      code: new Promise<number | null>((resolve) => child.once('close', resolve)),
    };
  };
  const remove = () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true });
  };
  return { root, put, launch, remove };
}
