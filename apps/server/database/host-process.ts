import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process of this host: its id and its command line (as its title shows it now). */
export type HostProcess = { pid: number; command: string };

/** All processes of this host that this user can see; empty on Windows. */
export function listProcesses(): HostProcess[] {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') {
    const answer = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    return (answer.stdout ?? '').split('\n').flatMap((line) => {
      const match = /^\s*(\d+)\s+(.*)$/.exec(line);
      return match ? [{ pid: Number(match[1]), command: match[2]! }] : [];
    });
  }
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [
        { pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() },
      ];
    } catch {
      return [];
    }
  });
}

/** Returns whether a process id is in use, including by a zombie. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns whether a process is alive; a zombie, which its parent has not reaped, is not. */
export function isAlive(pid: number): boolean {
  return isTaken(pid) && (process.platform !== 'linux' || stateOf(pid) !== 'Z');
}

/** Returns the fields after the command name in /proc/<pid>/stat; the name may itself contain spaces and brackets. */
function statFields(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function stateOf(pid: number): string | undefined {
  return statFields(pid)?.[0];
}

/** Returns a text that distinguishes a process from a later one with the same id: boot and start tick; empty if unknown. */
export function birthOf(pid: number): string {
  if (process.platform === 'linux') {
    const tick = statFields(pid)?.[19];
    if (!tick) return '';
    try {
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${tick}`;
    } catch {
      return tick;
    }
  }
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** Waits until a condition holds; returns false when it does not within the time limit. */
export async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > end) return false;
    await sleep(20);
  }
  return true;
}

/** Sends a signal to a process that may have ended already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
