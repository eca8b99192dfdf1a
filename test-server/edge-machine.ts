import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Box, BoxOptions } from '@boyun/box/box';
import { type EdgeRow, edgeBox, StubCloud, see } from './edge-box.ts';

/** When a machine begins. */
export const START = Date.parse('2026-03-04T01:00:00.000Z');
const folders: string[] = [];
let opened: Box[] = [];

/** A folder for the data of a box, removed at the end. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boyun-box-'));
  folders.push(folder);
  return folder;
}

/** A machine whose clock is `wrongMs` ahead of the cloud's. */
export class Machine {
  folder = newFolder();
  readonly cloud: StubCloud;
  minute = 0;
  box!: Box;
  readonly #wrongMs: number;
  readonly #options: Partial<BoxOptions>;

  constructor(rows: readonly EdgeRow[], options: Partial<BoxOptions> = {}, wrongMs = 0) {
    this.cloud = new StubCloud(rows, () => START + this.minute * 60_000);
    this.#wrongMs = wrongMs;
    this.#options = options;
    this.start();
  }

  start(options: Partial<BoxOptions> = {}): void {
    const clock = { now: () => new Date(START + this.minute * 60_000 + this.#wrongMs) };
    this.box = edgeBox(this.folder, this.cloud, { clock, ...this.#options, ...options });
    opened.push(this.box);
  }

  /** Starts the program with the disk in another folder. What ran before is left to itself. */
  moveTo(folder: string): void {
    this.folder = folder;
    this.start();
  }

  async synced(): Promise<this> {
    await this.box.status();
    await this.box.sync.pull();
    return this;
  }

  /** The cloud is away from now on, and the box knows it. */
  async alone(): Promise<this> {
    await this.synced();
    this.cloud.line = 'down';
    await this.box.status().catch(() => undefined);
    if (this.box.line.isUp) throw new Error('The box has not noticed that the line is lost.');
    return this;
  }

  at(minute: number): Date {
    this.minute = minute;
    return new Date(START + minute * 60_000);
  }

  see(lane: 'E1' | 'X1', plate: string, minute: number, more = {}) {
    return see(this.box, lane, plate, this.at(minute), more);
  }
}

/** Ends all machines and removes what they kept. */
export async function endMachines(): Promise<void> {
  for (const box of opened) await box.close().catch(() => undefined);
  opened = [];
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
