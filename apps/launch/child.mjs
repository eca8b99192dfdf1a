import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './folder.mjs';

const follow = pathToFileURL(`${root}/apps/launch/follow.mjs`).href;

// Almost all objects of a call are garbage when it ends: with a larger young generation, collections are rare and do not delay the gates.
const ROOM_FOR_NEW = '--max-semi-space-size=64';

/** Compiled code for the next starts: compiling is half of what a start costs. Node.js recognises it by the content of its source. */
const COMPILED = join(root, 'node_modules/.cache/boyun-compiled');

/** Returns the environment of a child process, in which `node` is the product's runtime. */
export function environment(runtime) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...process.env, [key]: [runtime.folder, process.env[key]].filter(Boolean).join(delimiter) };
}

/** Runs a program in the foreground under the product's runtime and forwards signals; returns its exit code. */
export function run(runtime, file, args, options = {}) {
  const child = spawn(runtime.node, [...runtime.flags, ROOM_FOR_NEW, '--import', follow, file, ...args], {
    cwd: options.cwd ?? root,
    env: { NODE_COMPILE_CACHE: COMPILED, ...environment(runtime), BOYUN_LAUNCHER: String(process.pid), ...options.env },
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to every process of the group; forwarding it would deliver it twice.
  const isTerminal = Boolean(process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY);
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      if (signal === 'SIGINT' && isTerminal) return;
      child.kill(signal);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  // When npm is killed, this process loses its parent: shut the product down properly then.
  const parent = process.ppid;
  const watch =
    process.env.npm_lifecycle_event && process.platform !== 'win32'
      ? setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1_000)
      : undefined;
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      for (const off of handlers) off();
      resolve(code ?? 128 + (constants.signals[signal] ?? 1));
    });
  });
}
