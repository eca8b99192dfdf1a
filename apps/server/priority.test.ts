import { expect, it, vi } from 'vitest';
import { raisePriority } from './priority.ts';

const refusals = vi.hoisted(() => ({ code: '' }));
vi.mock('node:os', () => ({ setPriority: () => refuse('setpriority') }));
vi.mock('node:fs', () => ({ writeFileSync: () => refuse('write') }));

function refuse(syscall: string): never {
  throw Object.assign(new Error(refusals.code), { code: refusals.code, syscall });
}

it.each(['EACCES', 'EPERM', 'EINVAL', 'EROFS', 'ENOENT', 'ENOSYS'])(
  '%s from the system keeps no server from starting',
  (code) => {
    refusals.code = code;
    expect(() => raisePriority(process.pid)).not.toThrow();
  },
);
