import { createHash, scryptSync } from 'node:crypto';
import { Box, type BoxOptions } from '@boyun/box/box';
import type { Tariff } from '@boyun/domain/fee';
import { sealFor } from '@boyun/gateway/edge';
import { type Car, vzenith } from './camera-dialect.ts';

/** The serial number and the secret of the box under test. */
export const EDGE = { serialNo: 'BOX-EDGE', secret: 'secret of the box under test' };

/** 3 yuan per started hour, at most 15 in 24 hours, the first 15 minutes free. */
export const edgeTariff: Tariff = {
  id: 'edge',
  version: 1,
  name: { zh: '测试', en: 'Test' },
  plans: [
    {
      id: 'car',
      free: { minutes: 15, deduct: false, scope: { per: 'stay' } },
      windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 300 }] }],
      caps: [{ id: 'day', amountFen: 1500, scope: { per: 'hours', hours: 24 } }],
    },
  ],
};

/** A row as the cloud sends it. */
export interface EdgeRow {
  readonly Section: string;
  readonly Key: string;
  readonly Value: unknown;
}

const row = (Section: string, Key: string, Value: object): EdgeRow => ({ Section, Key, Value });
const seal = (place: string, value: object) => sealFor(EDGE.secret, EDGE.serialNo, place, JSON.stringify(value));
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const pinOf = (pin: string) =>
  `scrypt$16384$8$1$${Buffer.from('salt').toString('base64')}$${scryptSync(pin, 'salt', 32).toString('base64')}`;

const person = (Id: string, Name: string, pin: string, mayAll: boolean) =>
  row('attendant', Id, {
    Id,
    Name,
    MayCollect: mayAll,
    MayOpen: mayAll,
    MaySettle: mayAll,
    Sealed: seal(`attendant/${Id}`, { Pin: pinOf(pin) }),
  });

const KINDS = [
  ['black', '黑名单', 'Black list', 10, null, false],
  ['white', '白名单', 'White list', 30, 'open', true],
  ['free', '免费车', 'Free car', 40, 'open', true],
  ['fixed', '固定车', 'Fixed car', 50, 'open', true],
  ['pack', '月卡车', 'Monthly pack', 60, 'open', false],
] as const;

/** The rows of a lot with an entry and an exit; `lane` and `lot` change what is set there. */
export function edgeRows(of: { lane?: object; lot?: object; box?: object; more?: readonly EdgeRow[] } = {}): EdgeRow[] {
  const lane = (id: string, Direction: string) =>
    row('lane', id, {
      Id: id,
      Code: id,
      Name: `Lane ${id}`,
      Direction,
      TidalPlan: [],
      Mode: 'normal',
      ModeUntil: null,
      Policies: { temporary: 'open' },
      WhenFull: 'wait',
      NoPlate: 'ticket',
      Unmatched: 'hold',
      ...of.lane,
    });
  const camera = (id: string, LaneId: string) =>
    row('camera', id, {
      Id: id,
      LaneId,
      Name: id,
      SerialNo: null,
      Protocol: 'vzenith-http',
      CallUrl: null,
      CallUser: null,
      Sealed: seal(`camera/${id}`, { TokenHash: hashOf(`token-${LaneId}`), Secret: null, CallPassword: null }),
    });
  return [
    row('box', 'box', { HeartbeatSeconds: 30, WhenOffline: 'list', ...of.box }),
    row('lot', 'lot', {
      Id: 'lot',
      Name: '东门停车场',
      Code: 'L',
      Kind: 'closed',
      State: 'open',
      Capacity: 100,
      TimeZone: 'Asia/Shanghai',
      DuplicateEntry: 'admit',
      ...of.lot,
    }),
    lane('E1', 'entry'),
    lane('X1', 'exit'),
    camera('camera-E1', 'E1'),
    camera('camera-X1', 'X1'),
    row('tariff', 'v1', { VersionId: 'v1', RuleId: 'r1', EffectiveFrom: '2020-01-01T00:00:00Z', Tariff: edgeTariff }),
    row('binding', 'b1', {
      Id: 'b1',
      RuleId: 'r1',
      LotId: 'lot',
      IsArea: false,
      VehicleKinds: [],
      SpotKinds: [],
      PlateColors: [],
      FromDay: null,
      ToDay: null,
    }),
    ...KINDS.map(([Name, Zh, En, Rank, LanePolicy, IsFree]) =>
      row('kind', Name, { Name, Zh, En, Rank, LanePolicy, IsFree, IsLimited: false }),
    ),
    person('a1', '王芳', '2468', true),
    person('a2', '李强', '1357', false),
    ...(of.more ?? []),
  ];
}

/** A list entry for a plate. */
export function edgeEntry(kind: string, plate: string, values: object = {}): EdgeRow {
  return row('list', `${kind}/e-${plate}/${plate}`, {
    Kind: kind,
    EntryId: `e-${plate}`,
    Plate: plate,
    Action: kind === 'black' ? 'deny' : null,
    Text: '',
    Hours: null,
    VehicleKinds: [],
    Places: null,
    SharedIds: [`e-${plate}`],
    SharedCount: 1,
    TimesPerDay: null,
    IsWide: false,
    ValidFrom: null,
    ValidUntil: null,
    Cover: null,
    ...values,
  });
}

/** An item as it was handed over. */
export interface HandedOver {
  readonly Seq: number;
  readonly ItemId: string;
  readonly Kind: string;
  readonly [name: string]: unknown;
}

/** The cloud as far as a box sees it, for tests of the box alone: it sends rows, answers passings and takes the queue. */
export class StubCloud {
  rows: readonly EdgeRow[];
  /** `down` refuses connections, `lost` takes calls and loses the answers. */
  line: 'up' | 'down' | 'lost' = 'up';
  /** The answer to a passing; null where the cloud does not answer in time. */
  answer: object | null = {
    Decision: 'open',
    IsOpen: true,
    Lines: ['ok'],
    Voice: 'ok',
    PayUrl: null,
    IsRepeated: false,
  };
  /** What the answer to a passing waits for. */
  answerAfter: Promise<unknown> | null = null;
  laterFrom = Number.POSITIVE_INFINITY;
  readonly asked: { readonly EventId: string; readonly [name: string]: unknown }[] = [];
  readonly taken: HandedOver[] = [];
  readonly #nowMs: () => number;

  constructor(rows: readonly EdgeRow[], nowMs: () => number) {
    this.rows = rows;
    this.#nowMs = nowMs;
  }

  readonly send = async (url: string, init: RequestInit): Promise<Response> => {
    if (this.line === 'down') throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    const name = url.split('/').at(-1)!;
    const data = await this.answerTo(name, JSON.parse(Buffer.from(init.body as Uint8Array).toString()));
    if (this.line === 'lost') throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    return new Response(JSON.stringify({ state: 'success', data, message: '' }), {
      headers: { 'x-server-time': new Date(this.#nowMs()).toISOString() },
    });
  };

  /** The data of the answer to a call. */
  async answerTo(name: string, body: Record<string, unknown>): Promise<object> {
    const ServerTime = new Date(this.#nowMs()).toISOString();
    switch (name) {
      case 'status':
        return { ServerTime, Configuration: null, HasChanges: true, Update: null };
      case 'changes':
        return { ServerTime, Cursor: 'c', IsStart: true, IsFull: true, IsLast: true, Rows: this.rows };
      case 'passing':
        this.asked.push(body as StubCloud['asked'][number]);
        await this.answerAfter;
        return this.answer!;
      case 'handover': {
        const items = body.Items as HandedOver[];
        const states = items.map((item) => {
          if (item.Seq >= this.laterFrom) return 'later';
          if (this.taken.some((one) => one.ItemId === item.ItemId)) return 'repeated';
          this.taken.push(item);
          return 'done';
        });
        return { ServerTime, Items: items.map(({ Seq, ItemId }, at) => ({ Seq, ItemId, State: states[at] })) };
      }
      default:
        return { Commands: [] };
    }
  }
}

/** A box in this process; its cameras speak with `see`. */
export function edgeBox(folder: string, cloud: StubCloud, options: Partial<BoxOptions> = {}): Box {
  const access = { url: 'http://cloud', ...EDGE, tenant: null };
  return new Box({ folder, access, version: '1.0.0', send: cloud.send, random: () => 0.5, ...options });
}

let record = 0;

/** The push of the camera of a lane for a car. */
export function edgePush(lane: string, plate: string, at: Date, more: Partial<Car> = {}) {
  record += 1;
  const sent = vzenith.passing({ serial: 'a1b2c3d4-00000001', plate, at, record, ...more });
  return {
    url: `/api/camera/vzenith/token-${lane}${sent.path}`,
    payload: sent.body,
    headers: { 'content-type': sent.type },
  };
}

/** Shows a car to the camera of a lane; returns whether the reply opens the barrier, and its voice. */
export async function see(box: Box, lane: string, plate: string, at: Date, more: Partial<Car> = {}) {
  const reply = await box.app.inject({ method: 'POST', ...edgePush(lane, plate, at, more) });
  const body = reply.json() as {
    Response_AlarmInfoPlate?: { info?: string; playserver_json_request?: { voice: string } };
  };
  const parts = body.Response_AlarmInfoPlate;
  const voice = Buffer.from(parts?.playserver_json_request?.voice ?? '', 'base64').toString();
  return { isOpen: parts?.info === 'ok', voice, status: reply.statusCode };
}
