import { MOST_PLAYS } from '@boyun/devices/contract';
import { type LcdTimes, playlistsAt } from '@boyun/domain/lcd-schedule';
import type { Log } from '@boyun/kernel/server';
import type { Product } from '@boyun/server/product';
import { charger, eveningMall, uprightWelcome } from './lcd-picture.ts';
import { type Call, phoneOf, signIn, upload } from './sign-in.ts';

const HOUR_MS = 3_600_000;
const SHANGHAI_MS = 8 * HOUR_MS;
const DAYS_SHOWN = 7;
const UPLOAD = '/api/lcdProgramme/upload';

interface Row {
  readonly Id: string;
  readonly Name: string;
  readonly Code: string;
  readonly LotId: string;
  readonly Direction: string;
  readonly IsPaired: boolean;
}
const rowsOf = async (call: Call, path: string, body: object = {}) =>
  (await call(path, { Page: 1, PerPage: 200, ...body })).Rows as unknown as readonly Row[];

interface Content {
  readonly Revision: string;
  readonly Zone: string;
  readonly Items: readonly { readonly Id: string; readonly Seconds: number }[];
  readonly Playlists: readonly {
    readonly ProgrammeIds: readonly string[];
    readonly Days: readonly number[];
    readonly DailyFrom: string | null;
    readonly DailyTo: string | null;
    readonly ValidFrom: string;
    readonly ValidUntil: string | null;
    readonly IsAlone: boolean;
  }[];
}

interface Play {
  readonly ProgrammeId: string;
  readonly PlayCount: number;
  readonly Seconds: number;
  readonly FirstAt: string;
  readonly LastAt: string;
}

/** A browser of the demo that is a display: it reports itself as the player does. */
class DemoPlayer {
  readonly #call: Call;
  readonly #token: string;
  readonly #size: string;
  #batch: number;
  #content: Content | null = null;
  #shown: string | null = null;

  constructor(call: Call, token: string, size: string, batch: number) {
    this.#call = call;
    this.#token = token;
    this.#size = size;
    this.#batch = batch;
  }

  /** The programmes due at a time, with their seconds. */
  orderAt(atMs: number): readonly { readonly Id: string; readonly Seconds: number }[] {
    const content = this.#content;
    if (!content) return [];
    const playlists = content.Playlists.map((one): LcdTimes & { ids: readonly string[] } => ({
      ids: one.ProgrammeIds,
      days: one.Days,
      dailyFrom: one.DailyFrom,
      dailyTo: one.DailyTo,
      validFrom: one.ValidFrom,
      validUntil: one.ValidUntil,
      isAlone: one.IsAlone,
    }));
    return playlistsAt(playlists, atMs, content.Zone).flatMap(({ ids }) =>
      ids.flatMap((id) => content.Items.filter((one) => one.Id === id)),
    );
  }

  async sync(now: Date, plays: readonly Play[] = []): Promise<void> {
    if (plays.length > 0) this.#batch += 1;
    const answer = await this.#call('/api/lcd/player/sync', {
      Token: this.#token,
      Revision: this.#content?.Revision ?? null,
      SentAt: now.toISOString(),
      ProgrammeId: this.#shown,
      ScreenSize: this.#size,
      WaitingFiles: 0,
      Batch: this.#batch,
      Plays: plays,
    });
    const { Content: content } = answer as unknown as { Content: Content | null };
    if (content) this.#content = content;
  }

  /** Shows what is due for some seconds, and reports it. */
  async showFor(now: Date, seconds: number): Promise<void> {
    const order = this.orderAt(now.getTime());
    const next = order[(order.findIndex((one) => one.Id === this.#shown) + 1) % Math.max(1, order.length)];
    this.#shown = next?.Id ?? null;
    await this.sync(now, next ? [playOf(next.Id, new Date(now.getTime() - seconds * 1000), 1, seconds)] : []);
  }
}

const playOf = (ProgrammeId: string, from: Date, PlayCount: number, Seconds: number): Play => ({
  ProgrammeId,
  PlayCount,
  Seconds,
  FirstAt: from.toISOString(),
  LastAt: new Date(from.getTime() + Seconds * 1000).toISOString(),
});

/** Pairs a display with a browser of the demo. */
async function pair(product: Product, call: Call, lcdId: string, place: number): Promise<DemoPlayer> {
  const { Code } = await call('/api/lcd/pair', { LcdId: lcdId });
  const phone = phoneOf(product, `10.20.8.${place + 10}`);
  const { Token } = await phone('/api/lcd/player/join', { Code });
  return new DemoPlayer(phone, Token, place === 0 ? '1920×1080' : '1080×1920', 0);
}

/** What was shown in the last days, hour by hour, from seven in the morning to ten in the evening. */
function pastPlays(player: DemoPlayer, now: Date): Play[] {
  const plays: Play[] = [];
  const end = Math.floor(now.getTime() / HOUR_MS);
  for (let hour = end - DAYS_SHOWN * 24; hour < end; hour += 1) {
    const local = new Date(hour * HOUR_MS + SHANGHAI_MS).getUTCHours();
    if (local < 7 || local > 21) continue;
    const order = player.orderAt(hour * HOUR_MS);
    const round = order.reduce((sum, one) => sum + one.Seconds, 0);
    for (const [index, one] of order.entries()) {
      // Now and then a display is restarted, so no hour is full.
      const count = Math.floor((3600 - ((hour * 7 + index) % 5) * 60) / round);
      const from = new Date(hour * HOUR_MS + index * 11_000);
      plays.push({
        ...playOf(one.Id, from, count, count * one.Seconds),
        LastAt: new Date(from.getTime() + 3_500_000).toISOString(),
      });
    }
  }
  return plays;
}

async function addProgrammes(call: Call): Promise<Readonly<Record<string, string>>> {
  const mall = await upload(call, 'mall.jpg', eveningMall(), UPLOAD);
  const ev = await upload(call, 'charger.jpg', charger(), UPLOAD);
  const upright = await upload(call, 'welcome.jpg', uprightWelcome(), UPLOAD);
  const ids: Record<string, string> = {};
  const add = async (key: string, Name: string, body: object) => {
    ids[key] = (await call('/api/lcdProgramme/create', { Name, Seconds: 10, ...body })).Id;
  };
  await add('mall', '周末满额减停车费', {
    Kind: 'picture',
    File: mall,
    Headline: '周末消费满200元 停车4小时免费',
    Words: '海雅购物广场 · 凭小票到服务台登记车牌',
  });
  await add('charge', '快充车位开放', {
    Kind: 'picture',
    File: ev,
    Headline: '快充车位已开放',
    Words: 'B1层12个车位 · 充电首小时免停车费',
  });
  await add('welcome', '竖屏欢迎', { Kind: 'picture', File: upright, Headline: '欢迎光临', Words: '请减速慢行' });
  await add('pack', '季卡续费优惠', {
    Kind: 'text',
    Look: 'dawn',
    Headline: '季卡续费 立减20元',
    Words: '本月底前在“泊云停车”续费\n老用户自动享受',
  });
  await add('early', '提前缴费提示', {
    Kind: 'text',
    Look: 'leaf',
    Headline: '取车前先扫码',
    Words: '场内扫码缴费后15分钟内出场\n出口不排队',
  });
  await add('pay', '扫码缴停车费', { Kind: 'pay-code', Look: 'night', Seconds: 20 });
  return ids;
}

/** Displays with their programmes and what they have shown; one is not paired yet. */
export async function addLcds(product: Product): Promise<void> {
  const call = await signIn(product, 'admin');
  const now = product.kernel.clock.now();
  const lots = await rowsOf(call, '/api/parkLot/list');
  const idOf = (code: string) => lots.find((one) => one.Code === code)?.Id ?? lots[0]!.Id;
  const exit = (await rowsOf(call, '/api/lane/list', { LotId: idOf('BJ01') })).find((one) => one.Direction === 'exit');
  const add = async (Name: string, code: string, more: object = {}) =>
    (await call('/api/lcd/create', { Name, LotId: idOf(code), ...more })).Id;
  const lobby = await add('一楼大堂电视', 'BJ01');
  const lane = await add('西出口收费屏', 'BJ01', { LaneId: exit?.Id ?? null });
  const mall = await add('商场入口竖屏', 'HY02');
  await add('电梯厅广告屏', 'XC03');
  const of = await addProgrammes(call);
  const first = new Date(now.getTime() - 30 * 24 * HOUR_MS + SHANGHAI_MS).toISOString().slice(0, 10);
  const shown = async (Name: string, keys: readonly string[], more: object, isPublished = true) => {
    const ProgrammeIds = keys.map((key) => of[key]);
    const { Id } = await call('/api/lcdPlaylist/create', { Name, ProgrammeIds, ValidFrom: first, ...more });
    if (isPublished) await call('/api/lcdPlaylist/publish', { LcdPlaylistId: Id });
  };
  await shown('日常轮播', ['charge', 'early', 'pack', 'pay'], {});
  await shown('出口收费', ['pay', 'early'], { LcdIds: [lane], IsAlone: true });
  await shown('周末商场活动', ['welcome', 'mall'], { LotIds: [idOf('HY02')], Days: [5, 6, 0] });
  await shown('夜间提示', ['early'], { DailyFrom: '22:00', DailyTo: '06:00', IsAlone: true }, false);
  for (const [place, id] of [lobby, lane, mall].entries()) {
    const player = await pair(product, call, id, place);
    await player.sync(now);
    const plays = pastPlays(player, now);
    for (let at = 0; at < plays.length; at += MOST_PLAYS) await player.sync(now, plays.slice(at, at + MOST_PLAYS));
  }
}

const EVERY_SECONDS = 20;

/** Browsers that show the displays of the demo while it runs; the last one has lost its line. A person who pairs one takes it over. */
export async function startLcds(product: Product, log: Log): Promise<{ stop(): void }> {
  const players: DemoPlayer[] = [];
  try {
    const call = await signIn(product, 'admin');
    const paired = (await rowsOf(call, '/api/lcd/list')).filter((one) => one.IsPaired);
    const lit = paired.filter((one) => one.Name !== '商场入口竖屏');
    for (const [place, { Id }] of lit.entries()) players.push(await pair(product, call, Id, place));
  } catch (error) {
    log.warn({ err: (error as Error).message }, 'the demo has no LCD displays');
  }
  const show = () => {
    for (const one of [...players])
      one.showFor(product.kernel.clock.now(), EVERY_SECONDS).catch(() => players.splice(players.indexOf(one), 1));
  };
  show();
  const timer = setInterval(show, EVERY_SECONDS * 1000);
  return { stop: () => clearInterval(timer) };
}
