import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone, root } from './folder.mjs';
import { npm } from './npm.mjs';

const STAMP = join(root, 'node_modules', '.boyun-lock');

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function isStamped(hash) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;
}

/** Whether a package is intentionally omitted on this platform. */
function isForOthers(entry) {
  const refuses = (list, value) =>
    list && (list.includes(`!${value}`) || (list.some((one) => !one.startsWith('!')) && !list.includes(value)));
  return (entry.optional && entry.os) || entry.cpu || entry.libc
    ? refuses(entry.os, process.platform) || refuses(entry.cpu, process.arch) || Boolean(entry.libc)
    : Boolean(entry.optional || entry.peer);
}

/** Whether node_modules already matches the lock, as after a manual `npm install`. */
export function isInstalled(lock, installed) {
  for (const [path, entry] of Object.entries(lock.packages ?? {})) {
    if (!path.includes('node_modules/')) continue;
    const there = installed.packages?.[path];
    if (there ? there.version !== entry.version : !isForOthers(entry)) return false;
  }
  return true;
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Installs the dependencies of the lock when node_modules is missing or made from another lock; runs no install scripts. */
export async function install() {
  if (isStamped(lockHash())) return;
  await alone('install', async () => {
    const hash = lockHash();
    if (isStamped(hash)) return;
    const installed = readJson(join(root, 'node_modules', '.package-lock.json'));
    if (!installed || !isInstalled(readJson(join(root, 'package-lock.json')) ?? {}, installed)) {
      process.stderr.write('Installing dependencies …\n');
      // Not `npm ci`: it refuses a lock without the packages of platforms that the lock's registry did not have. This also installs the
      // lock's versions, writes nothing back, and keeps what is already correct.
      await npm(['install', '--no-save', '--prefer-offline'], root);
    }
    try {
      writeFileSync(STAMP, hash);
    } catch {
      // A complete clone of another user that is not writable: the comparison is repeated at the next start.
    }
  });
}
