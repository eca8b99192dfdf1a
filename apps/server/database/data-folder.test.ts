import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeDataFolder } from './data-folder.ts';

let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'boyun-folder-'));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Takes the folder in another process; answers its first word. */
async function takeElsewhere(): Promise<{ child: ChildProcess; word: string }> {
  const source = `import { takeDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'data-folder.ts'))};
    try { await takeDataFolder(${JSON.stringify(dataDir)}); console.log('TAKEN'); } catch (error) { console.log(error.name); }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const word = await new Promise<string>((resolve) =>
    child.stdout!.once('data', (chunk) => resolve(String(chunk).trim())),
  );
  return { child, word };
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

test('a second start is refused with the holder and the remedy, also by another path', async () => {
  const { child, word } = await takeElsewhere();
  expect(word).toBe('TAKEN');
  await expect(takeDataFolder(dataDir)).rejects.toThrow(
    new RegExp(`process ${child.pid}\\).*kill ${child.pid}.*DATA_DIR`),
  );
  const other = `${dataDir}-link`;
  symlinkSync(dataDir, other);
  try {
    await expect(takeDataFolder(other)).rejects.toMatchObject({ name: 'DataFolderTaken', pid: child.pid });
  } finally {
    rmSync(other);
  }
});

test('a killed holder does not block, and releasing lets the next one in', async () => {
  const { child } = await takeElsewhere();
  await killed(child);
  expect(existsSync(join(dataDir, 'server.lock'))).toBe(true);
  const held = await takeDataFolder(dataDir);
  await expect(takeDataFolder(dataDir)).rejects.toMatchObject({ pid: process.pid });
  await held.release();
  const again = await takeDataFolder(dataDir);
  await again.release();
  expect(existsSync(join(dataDir, 'server.lock'))).toBe(false);
});

test('a lock whose process id was given to a stranger does not block', async () => {
  writeFileSync(
    join(dataDir, 'server.lock'),
    JSON.stringify({ pid: process.pid, birth: 'another boot:1', token: 'x' }),
  );
  const held = await takeDataFolder(dataDir);
  await held.release();
});

test('of many starts at one instant over a left lock exactly one wins', async () => {
  await killed((await takeElsewhere()).child);
  const words = (await Promise.all(Array.from({ length: 5 }, takeElsewhere))).map(({ word }) => word);
  expect(words.filter((word) => word === 'TAKEN')).toHaveLength(1);
  expect(words.filter((word) => word === 'DataFolderTaken')).toHaveLength(4);
});
