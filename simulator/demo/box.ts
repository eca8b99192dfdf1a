import { signCall } from '@boyun/gateway/server';
import { type Log, systemClock } from '@boyun/kernel/server';
import { createRandom, type Random } from '../replay/random.ts';
import { BoxCopy } from './box-copy.ts';

/** A box of the demo with the secret it signs with. */
export interface DemoBox {
  readonly serialNo: string;
  readonly secret: string;
}

const LOOK_EVERY_MS = 3000;
const HEARTBEAT_MS = 30_000;
const QUEUE_CAPACITY = 20_000;

/** What a box did without the cloud. */
export interface DemoItem {
  readonly Seq: number;
  readonly ItemId: string;
  readonly Kind: 'passing' | 'cash' | 'barrier';
  readonly At: string;
  readonly [name: string]: unknown;
}

/**
 * The boxes on site: programs that speak to the server only as boxes do. Each says every half minute that it lives, takes the configuration
 * it is given, and keeps a copy of what it is told. Now and then one loses its line for some minutes: its attendant opens a barrier or takes
 * cash meanwhile, and it hands that over when it comes back. The clock of one is wrong.
 */
export function startBoxes(url: string, boxes: readonly DemoBox[], log: Log): { stop(): void } {
  const random = createRandom('boxes');
  const all = boxes.map((box, index) => new Played(url, box, random, index === 0, index === boxes.length - 1));
  let isBusy = false;
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    const nowMs = systemClock.now().getTime();
    for (const one of all)
      await one.beat(nowMs).catch((error: Error) => log.debug({ err: error.message }, 'a box will call again'));
    isBusy = false;
  };
  void look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** One box of the demo. */
class Played {
  readonly #url: string;
  readonly #box: DemoBox;
  readonly #random: Random;
  readonly #copy = new BoxCopy();
  readonly #appVersion: string;
  readonly #offMs: number;
  #queue: DemoItem[] = [];
  #configurationNumber = 0;
  #seq: number;
  #dueMs = 0;
  #backAtMs = 0;
  #hasToldNight = false;

  constructor(url: string, box: DemoBox, random: Random, isWrong: boolean, isOld: boolean) {
    this.#url = url;
    this.#box = box;
    this.#random = random;
    this.#appVersion = isOld ? '2.3.6' : '2.4.1';
    this.#offMs = isWrong ? 4200 : Math.round(random.between(-300, 300));
    // A box that starts again numbers on.
    this.#seq = Math.floor(systemClock.now().getTime() / 1000);
  }

  async beat(nowMs: number): Promise<void> {
    if (nowMs < this.#dueMs) return;
    this.#dueMs = nowMs + HEARTBEAT_MS;
    if (nowMs < this.#backAtMs) {
      if (this.#random.chance(1 / 3)) this.#work(nowMs);
      return;
    }
    const data = await this.#say('status', {
      AppVersion: this.#appVersion,
      QueueLength: this.#queue.length,
      QueueCapacity: QUEUE_CAPACITY,
      OldestAt: this.#queue[0]?.At ?? null,
      ConfigurationNumber: this.#configurationNumber,
      SentAt: this.#shows(nowMs),
      Cursor: this.#copy.cursor,
    });
    const configuration = data.Configuration as { Number: number } | null;
    if (configuration) {
      this.#configurationNumber = configuration.Number;
      this.#dueMs = nowMs;
    }
    if (data.HasChanges) await this.#copy.read((body) => this.#say('changes', body));
    if (!this.#hasToldNight) this.#tellNight(nowMs);
    await this.#handOver(nowMs);
    if (this.#random.chance(1 / 300)) this.#backAtMs = nowMs + this.#random.between(120_000, 300_000);
  }

  /** What happened in the night before the demo, while the line was down for an hour; known again when the demo starts once more. */
  #tellNight(nowMs: number): void {
    this.#hasToldNight = true;
    const lane = this.#copy.lane('exit');
    const by = this.#copy.attendant();
    if (!lane) return;
    const at = (minutesAgo: number) => nowMs - minutesAgo * 60_000;
    const night = (name: string) => ({ ItemId: `night-${name}` });
    const turned = {
      EventId: 'night-1',
      LaneCode: lane,
      Plate: '粤B6K27V',
      PlateColor: 0,
      Decision: 'hold',
      Why: '司机掉头离开',
    };
    this.#push('passing', at(96), { ...turned, ...night('turned') });
    const open = { LaneCode: lane, Act: 'open', Cause: 'attendant', ById: by, Why: '急救车辆通行' };
    this.#push('barrier', at(88), { ...open, ...night('open') });
    // A plate that was written down wrongly: the cloud knows no such stay.
    if (by)
      this.#push('cash', at(81), {
        AmountFen: 1000,
        FeeFen: 1000,
        ById: by,
        Plate: '粤B0D71Q',
        LaneCode: lane,
        ...night('cash'),
      });
    this.#takeCash(at(75), 'night-paid');
  }

  /** What an attendant does while the line is down. */
  #work(nowMs: number): void {
    if (this.#random.chance(1 / 2)) {
      this.#takeCash(nowMs, null);
      return;
    }
    const lane = this.#copy.lane('exit');
    const why = { Why: '网络中断，核对后放行' };
    if (lane)
      this.#push('barrier', nowMs, {
        LaneCode: lane,
        Act: 'open',
        Cause: 'attendant',
        ById: this.#copy.attendant(),
        ...why,
      });
  }

  /** Takes what a car inside owes, as this box computes it. */
  #takeCash(nowMs: number, name: string | null): void {
    const by = this.#copy.attendant();
    const stay = by && this.#copy.owing(nowMs, this.#random);
    if (!stay) return;
    const { OrderId, Plate, TariffVersionId, fen } = stay;
    const paid = { AmountFen: fen, FeeFen: fen, ById: by, OrderId, Plate, TariffVersionId };
    this.#push('cash', nowMs, { ...paid, ...(name ? { ItemId: name } : {}) });
  }

  #push(Kind: DemoItem['Kind'], atMs: number, more: object): void {
    this.#seq += 1;
    const item = {
      Seq: this.#seq,
      ItemId: `${this.#seq}`,
      Kind,
      At: this.#shows(atMs),
      OffsetMs: -this.#offMs,
      ...more,
    };
    this.#queue.push(item);
  }

  async #handOver(nowMs: number): Promise<void> {
    const items = this.#queue.slice(0, 50);
    if (items.length === 0) return;
    const { Items } = await this.#say('handover', { SentAt: this.#shows(nowMs), Items: items });
    const kept = (Items as { ItemId: string; State: string }[]).filter((one) => one.State === 'later');
    const left = new Set(kept.map((one) => one.ItemId));
    this.#queue = [...items.filter((one) => left.has(one.ItemId)), ...this.#queue.slice(items.length)];
  }

  /** What its clock shows at a moment. */
  #shows(atMs: number): string {
    return new Date(atMs + this.#offMs).toISOString();
  }

  async #say(name: string, body: object): Promise<Record<string, unknown>> {
    const path = `/api/box/${name}`;
    const text = JSON.stringify(body);
    const timestamp = String(systemClock.now().getTime() / 1000);
    const signature = signCall(this.#box.secret, timestamp, 'POST', path, Buffer.from(text));
    const headers = { 'content-type': 'application/json', timestamp, signature, serialnumber: this.#box.serialNo };
    const response = await fetch(this.#url + path, { method: 'POST', headers, body: text });
    const { data, message } = (await response.json()) as { data: Record<string, unknown> | null; message: string };
    if (!data) throw new Error(`${path}: ${message}`);
    return data;
  }
}
