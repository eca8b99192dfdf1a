import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MOUNTS = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'];
const NAME = 'boyun-test-';

/** Returns the folder of this process's control group (cgroup v2), or undefined where there is none. */
function ownGroup() {
  if (process.platform !== 'linux') return undefined;
  const path = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
  if (path === undefined) return undefined;
  return MOUNTS.map((mount) => join(mount, path)).find((folder) => existsSync(join(folder, 'cpu.stat')));
}

/** Removes a group that has no processes; one that has any stays. */
function removeGroup(folder) {
  try {
    rmdirSync(folder);
  } catch {
    // It is in use, or it is no longer there.
  }
}

function end(group, parent) {
  try {
    const usage = Number(/^usage_usec (\d+)$/m.exec(readFileSync(join(group, 'cpu.stat'), 'utf8'))?.[1]);
    for (const pid of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
      writeFileSync(join(parent, 'cgroup.procs'), pid);
    removeGroup(group);
    return Number.isFinite(usage) ? usage / 1_000_000 : null;
  } catch {
    return null;
  }
}

/**
 * Measures the CPU time of this process and of all it starts from now on: moves the process into a control group of its own and returns a
 * function that moves it back and returns the CPU seconds, user and system. They include processes whose parent ended before them, which
 * the times of waited-for children leave out: the pages of a browser, which take most of its time, are such processes. They are null where
 * the process may not make a control group: outside Linux, in most containers, and for accounts without rights to their group.
 */
export function startCpuMeter() {
  try {
    const parent = ownGroup();
    if (!parent) return () => null;
    // Groups of runs that were killed.
    for (const name of readdirSync(parent).filter((one) => one.startsWith(NAME)))
      if (!existsSync(`/proc/${name.slice(NAME.length)}`)) removeGroup(join(parent, name));
    const group = join(parent, `${NAME}${process.pid}`);
    mkdirSync(group);
    writeFileSync(join(group, 'cgroup.procs'), String(process.pid));
    return () => end(group, parent);
  } catch {
    return () => null;
  }
}
