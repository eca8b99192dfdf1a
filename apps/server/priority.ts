import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const ABOVE_NORMAL = -10;

/**
 * Runs a process before others of normal priority, with all it starts from then on: cars wait for the server and for its
 * database, whatever else the machine is busy with. Where the system refuses, nothing changes: a server must start without the
 * right to a higher priority, which root has, and on kernels that know no groups of processes.
 */
export function raisePriority(pid: number): void {
  whereAllowed(() => setPriority(pid, ABOVE_NORMAL));
  // Where Linux groups processes by session, their priority counts within the session only; the group has one of its own.
  if (process.platform === 'linux') whereAllowed(() => writeFileSync(`/proc/${pid}/autogroup`, `${ABOVE_NORMAL}`));
}

function whereAllowed(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
