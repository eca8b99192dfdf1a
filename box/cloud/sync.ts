import type { CloudClock } from '../clock.ts';
import type { Queue, QueuedItem } from '../store/queue.ts';
import { QUEUE_CAPACITY } from '../store/queue.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { Stays } from '../store/stays.ts';
import type { ChangedRow, HandedItem, UpdateOrder } from '../wire.ts';
import type { Cloud } from './client.ts';
import type { Line } from './line.ts';

const CALL_MS = 15_000;
const PAGE_ROWS = 500;
const BATCH_ITEMS = 50;
/** Pictures of a batch, so that a call stays below 4 MB. */
const BATCH_PICTURE_BYTES = 2_000_000;

/** What the box says about itself. */
export interface OwnState {
  readonly appVersion: string;
  readonly configurationNumber: number;
  readonly update: { readonly PlanId: string; readonly State: string; readonly Detail?: string } | null;
}

/** What the cloud answers to a status. */
interface StatusAnswer {
  readonly ServerTime: string;
  readonly Configuration: ({ readonly Number: number } & Record<string, unknown>) | null;
  readonly HasChanges?: boolean;
  readonly Update?: UpdateOrder | null;
}

/** Brings the box and the cloud to the same state: status, changes, hand-over. One of each runs at a time. */
export class Sync {
  readonly #cloud: Cloud;
  readonly #line: Line;
  readonly #clock: CloudClock;
  readonly #queue: Queue;
  readonly #snapshot: Snapshot;
  readonly #stays: Stays;
  #handing: Promise<boolean> | null = null;
  #pulling: Promise<void> | null = null;

  constructor(parts: { cloud: Cloud; line: Line; clock: CloudClock; queue: Queue; snapshot: Snapshot; stays: Stays }) {
    this.#cloud = parts.cloud;
    this.#line = parts.line;
    this.#clock = parts.clock;
    this.#queue = parts.queue;
    this.#snapshot = parts.snapshot;
    this.#stays = parts.stays;
  }

  /** Makes a call and notes whether the line is up. Throws CloudFailure. */
  async call<T>(name: string, body: object, timeoutMs = CALL_MS): Promise<T> {
    try {
      const answer = await this.#cloud.call<T>(name, body, timeoutMs);
      this.#line.succeeded();
      return answer;
    } catch (error) {
      this.#line.failed();
      throw error;
    }
  }

  /** The cloud answered, although it refused: the line is up. */
  noteAnswer(): void {
    this.#line.succeeded();
  }

  /** Sends a heartbeat. Throws CloudFailure. */
  async status(state: OwnState): Promise<StatusAnswer> {
    const oldestMs = this.#queue.oldestMs;
    return this.call<StatusAnswer>('status', {
      AppVersion: state.appVersion,
      QueueLength: this.#queue.length,
      QueueCapacity: QUEUE_CAPACITY,
      ConfigurationNumber: state.configurationNumber,
      SentAt: iso(this.#clock.rawMs()),
      ...(oldestMs === null ? {} : { OldestAt: iso(oldestMs + (this.#clock.offsetMs ?? 0)) }),
      ...(this.#snapshot.cursor ? { Cursor: this.#snapshot.cursor } : {}),
      ...(state.update ? { Update: state.update } : {}),
    });
  }

  /** Fetches what has changed, page by page. Throws CloudFailure. */
  pull(): Promise<void> {
    this.#pulling ??= this.#pullAll().finally(() => {
      this.#pulling = null;
    });
    return this.#pulling;
  }

  async #pullAll(): Promise<void> {
    for (let isLast = false; !isLast; ) {
      const asked = this.#stays.nextMark();
      const page = await this.call<{
        Cursor: string;
        IsStart?: boolean;
        IsFull: boolean;
        IsLast: boolean;
        Rows: ChangedRow[];
      }>('changes', { Cursor: this.#snapshot.cursor, Limit: PAGE_ROWS });
      isLast = page.IsLast;
      this.#snapshot.apply(
        { cursor: page.Cursor, rows: page.Rows, isStart: page.IsStart ?? false, isFull: page.IsFull, isLast },
        asked,
      );
    }
  }

  /** Hands the queue over in order; returns whether it is empty now. Throws CloudFailure. */
  handOver(): Promise<boolean> {
    this.#handing ??= this.#handAll().finally(() => {
      this.#handing = null;
    });
    return this.#handing;
  }

  async #handAll(): Promise<boolean> {
    for (;;) {
      const items = this.#batch();
      if (items.length === 0) return true;
      const answer = await this.call<{ Items: HandedItem[] }>('handover', {
        SentAt: iso(this.#clock.rawMs()),
        Items: items.map((one) => this.#wireOf(one)),
      });
      const taken = new Map(answer.Items.map((one) => [one.Seq, one.State]));
      for (const item of items) {
        const state = taken.get(item.seq);
        if (state === undefined || state === 'later') return false;
        this.#queue.remove(item);
      }
    }
  }

  #batch(): QueuedItem[] {
    let bytes = 0;
    const items: QueuedItem[] = [];
    for (const item of this.#queue.first(BATCH_ITEMS)) {
      const size = item.eventId && item.kind === 'passing' ? (this.#queue.pictureOf(item.eventId)?.length ?? 0) : 0;
      bytes += size;
      if (items.length > 0 && bytes > BATCH_PICTURE_BYTES) break;
      items.push(item);
    }
    return items;
  }

  #wireOf({ seq, itemId, kind, atMs, eventId, body }: QueuedItem): object {
    const picture = kind === 'passing' && eventId ? this.#queue.pictureOf(eventId) : null;
    return {
      Seq: seq,
      ItemId: itemId,
      Kind: kind,
      At: iso(atMs),
      ...body,
      ...(picture ? { Picture: Buffer.from(picture).toString('base64') } : {}),
    };
  }
}

/** An instant as it is on the wire. */
export const iso = (ms: number): string => new Date(ms).toISOString();
