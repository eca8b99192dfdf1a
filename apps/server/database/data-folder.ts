import { createHash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { birthOf, isAlive } from './host-process.ts';

/** A data folder locked by this process until `release` or the end of the process. */
export type HeldFolder = { path: string; release(): Promise<void> };

type Holder = { pid: number; birth: string; token: string };

/** Thrown when another live process serves from the same data folder; `pid` is undefined when it cannot be told. */
export class DataFolderTaken extends Error {
  readonly pid: number | undefined;
  constructor(path: string, pid: number | undefined) {
    const who = pid ? `another Boyun server (process ${pid})` : 'another Boyun server';
    super(
      `The data folder ${path} is in use by ${who}. Stop that one first${pid ? ` (kill ${pid})` : ''}, or start this one with another DATA_DIR and PORT.`,
    );
    this.name = 'DataFolderTaken';
    this.pid = pid;
  }
}

/**
 * Locks a data folder for this process, creating it when it is missing.
 * Throws DataFolderTaken when another live process holds the lock; the lock of a killed process is ignored.
 */
export async function takeDataFolder(dataDir: string): Promise<HeldFolder> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = realpathSync(dataDir);
  const file = join(path, 'server.lock');
  const door = await takeDoor(path, file);
  const own: Holder = { pid: process.pid, birth: birthOf(process.pid), token: randomUUID() };
  try {
    takeFile(path, file, own);
  } catch (error) {
    door?.close();
    throw error;
  }
  return {
    path,
    async release() {
      if (readHolder(file)?.token === own.token) rmSync(file, { force: true });
      if (door?.listening) await new Promise((resolve) => door.close(resolve));
    },
  };
}

/**
 * Where the system offers a name that dies with the process (Linux: abstract socket, Windows: pipe), that name decides
 * who holds the folder: two starts at the same instant cannot both have it. The folder's inode makes the name, so that
 * another path to the same folder is the same name.
 */
async function takeDoor(path: string, file: string): Promise<Server | undefined> {
  if (process.platform !== 'linux' && process.platform !== 'win32') return undefined;
  const { dev, ino } = statSync(path, { bigint: true });
  const name = `boyun-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`;
  const server = createServer((socket) => socket.destroy());
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const holder = readHolder(file);
      const pid = isHeld(holder) ? holder.pid : undefined;
      reject(error.code === 'EADDRINUSE' ? new DataFolderTaken(path, pid) : error);
    });
    server.listen(process.platform === 'linux' ? `\0${name}` : `\\\\.\\pipe\\${name}`, () => resolve());
  });
  return server;
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function isHeld(holder: Holder | undefined): holder is Holder {
  return holder !== undefined && isAlive(holder.pid) && birthOf(holder.pid) === holder.birth;
}

/** The file names the holder, also on systems without such names and across network namespaces. */
function takeFile(path: string, file: string, own: Holder): void {
  const draft = `${file}.${own.token}`;
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      try {
        // Creating a link is atomic and fails where a file exists, so a half-written lock is never seen.
        linkSync(draft, file);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = readHolder(file);
      if (isHeld(holder)) throw new DataFolderTaken(path, holder.pid);
      setAside(file, `${draft}.left`, (holder as Holder | undefined)?.token);
    }
    throw new DataFolderTaken(path, readHolder(file)?.pid);
  } finally {
    rmSync(draft, { force: true });
  }
}

function setAside(file: string, aside: string, token: string | undefined): void {
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  // Another start replaced it between reading and moving: restore that one.
  if (readHolder(aside)?.token !== token) {
    try {
      linkSync(aside, file);
    } catch {
      // A third process has already locked the folder.
    }
  }
  rmSync(aside, { force: true });
}
