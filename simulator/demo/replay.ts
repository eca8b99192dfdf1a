import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const REPLAY = fileURLToPath(new URL('../replay/main.ts', import.meta.url));
/** Live traffic runs this much faster than the clock, so that something happens at every lane within a minute. */
const SPEED = 30;
/** Time for a person to deal with a car that waits; at this speed drivers turn back after some seconds otherwise. */
const STAFF_SECONDS = 150;

/**
 * Starts live traffic as a program of its own that speaks to the server only as cameras and drivers do. It ends with this
 * process, also when that is killed.
 */
export function startReplay(url: string, fleetFile: string, insideFile: string): ChildProcess {
  const args = [REPLAY, '--url', url, '--fleet', fleetFile, '--speed', String(SPEED)];
  args.push('--seed', `live ${process.pid}`, '--stamp', 'wall', '--quiet', '--while-stdin');
  args.push('--staff-wait', String(STAFF_SECONDS));
  if (existsSync(insideFile) && JSON.parse(readFileSync(insideFile, 'utf8')).length > 0)
    args.push('--resume', insideFile);
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}
