import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const ABOVE_NORMAL = -10;
const NOT_PERMITTED = ['EACCES', 'EPERM', 'ESRCH', 'ENOENT', 'EROFS'];

/**
 * Runs a process before others of normal priority, with all it starts from then on: cars wait for the server and for its
 * database, whatever else the machine is busy with. Without the right to do so, which root has, nothing changes.
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
    const { code, info } = error as { code?: string; info?: { code?: string } };
    if (!NOT_PERMITTED.includes(info?.code ?? code ?? '')) throw error;
  }
}
