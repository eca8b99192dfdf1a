import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@boyun/kernel/server';
import { raisePriority } from '@boyun/server/priority';
import type { Product } from '@boyun/server/product';
import { WechatPayDouble } from '@boyun/simulator/provider/wechat-pay';
import { fillStays, settle } from './fill.ts';
import { asOwner, type Ground } from './ground.ts';
import { type Run, runAtOnce, runPaced } from './load.ts';
import { type BareDriver, listenTo, makeJourneys, noting, openBare } from './statement-log.ts';
import { median, ms, quantile, type Row } from './table.ts';
import { makeWorld } from './world.ts';

const AT_ONCE = 16;
const ROUNDS = 5;
const ROUND_NOTICES = 1000;
const WARM_UP = 500;
const PACED_NOTICES = 500;
const PER_SECOND = 100;

/** A payment under way. */
interface Payment {
  readonly no: string;
  readonly fen: number;
}

/**
 * Notices of WeChat Pay that stays were paid, taken at the product's address (signature, decryption, settlement), against the same statements
 * over the bare driver, which it sends to an equal database.
 */
export async function benchNotices(ground: Ground): Promise<Row[]> {
  const provider = new WechatPayDouble(systemClock);
  const { oursUrl, bareUrl, path, payments } = await prepare(ground, provider);
  raisePriority(process.pid);
  const product = await ground.product(oursUrl);
  const bare = await openBare(bareUrl, AT_ONCE);
  try {
    listenTo(product.kernel.database);
    return rowsOf(await measure(ground, { product, bare, provider, path, payments }));
  } finally {
    await bare.close();
    await product.stop();
  }
}

interface Measured {
  readonly rounds: readonly { readonly ours: Run; readonly theirs: Run }[];
  readonly paced: { readonly ours: Run; readonly theirs: Run };
  /** Statements of a notice, begin and commit included. */
  readonly statements: number;
}

interface Sides {
  readonly product: Product;
  readonly bare: BareDriver;
  readonly provider: WechatPayDouble;
  readonly path: string;
  readonly payments: Payment[];
}

async function measure(ground: Ground, { product, bare, provider, path, payments }: Sides): Promise<Measured> {
  const journeys = makeJourneys();
  let statements = 0;
  const take = async ({ headers, body }: ReturnType<WechatPayDouble['paidNotice']>) => {
    const noted = await noting(async () => {
      const { statusCode } = await product.app.inject({ method: 'POST', url: path, headers, payload: body });
      if (statusCode !== 200) throw new Error(`a notice was answered ${statusCode}`);
    });
    statements = noted.length;
    journeys.add(noted);
  };
  const both = async (count: number, run: (works: (() => Promise<unknown>)[]) => Promise<Run>) => {
    journeys.clear();
    // Signed beforehand: that is the provider's work.
    const notices = payments.splice(0, count).map(({ no, fen }) => provider.paidNotice(no, fen));
    const ours = await run(notices.map((one) => () => take(one)));
    await sleep(100);
    const theirs = await run(journeys.all().map((read) => () => bare.play(read())));
    return { ours, theirs };
  };
  const atOnce = (works: (() => Promise<unknown>)[]) => runAtOnce(works, AT_ONCE);
  // Connections, prepared statements and compiled code are there before anything is measured.
  await both(ground.sized(WARM_UP), atOnce);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await both(ground.sized(ROUND_NOTICES), atOnce));
  const paced = await both(ground.sized(PACED_NOTICES), (works) => runPaced(works, PER_SECOND));
  return { rounds, paced, statements };
}

function rowsOf({ rounds, paced, statements }: Measured): Row[] {
  const [ours, theirs] = (['ours', 'theirs'] as const).map((who) => median(rounds.map((one) => one[who].perSecond)));
  const ratio = median(rounds.map((one) => one.ours.perSecond / one.theirs.perSecond));
  const [p50, bareP50] = [paced.ours, paced.theirs].map((one) => quantile(one.tookMs, 0.5));
  return [
    {
      metric: `money: payment notices a second, ${AT_ONCE} at once, ${statements} statements each`,
      ours: `${Math.round(ours!)} /s`,
      reference: `${Math.round(theirs!)} /s (bare driver)`,
      ratio,
      goal: 'ratio ≥ 0.80',
      isMet: ratio >= 0.8,
    },
    {
      metric: `money: p50 of a notice at ${PER_SECOND}/s`,
      ours: ms(p50!),
      reference: `${ms(bareP50!)} (bare driver)`,
      ratio: p50! / bareP50!,
    },
  ];
}

/** Two equal databases with payments under way by WeChat Pay. */
async function prepare(ground: Ground, provider: WechatPayDouble) {
  const oursUrl = await ground.make('notice_ours');
  const product = await ground.product(oursUrl);
  const { MerchantNo, AppNo, keys } = provider.merchant;
  const world = await makeWorld(product);
  const { Id } = await world.call('/api/payConfig/create', { Channel: 'wechat', MerchantNo, AppNo, FeePercent: 0.6 });
  await world.call('/api/payConfig/setKeys', { PayChannelId: Id, ...keys });
  const needed = ground.sized(WARM_UP) + ROUNDS * ground.sized(ROUND_NOTICES) + ground.sized(PACED_NOTICES);
  const count = needed * 3;
  const codes = await asOwner(oursUrl, async (client) => {
    const inside = { count, fromHoursAgo: 10, toHoursAgo: 2, isInside: true, plateStart: '粤B' };
    await fillStays(client, world, inside);
    await settle(client);
    const { rows } = await client.query<{ code: string }>('select pay_code as code from parking_order');
    return rows.map((one) => one.code);
  });
  await runAtOnce(
    codes.map((code, at) => () => startPayment(product, code, at)),
    AT_ONCE,
  );
  await product.stop();
  const payments = await asOwner(oursUrl, async (client) => {
    // Started by the sandbox, which asks nobody, as if WeChat Pay had been asked.
    await client.query(`update payment set channel = 'wechat', pay_channel_id = $1 where state = 'paying'`, [Id]);
    await settle(client);
    const { rows } = await client.query<Payment>(
      `select payment_no as no, amount_fen::int as fen from payment where state = 'paying' order by id limit $1`,
      [needed],
    );
    if (rows.length < needed)
      throw new Error(`only ${rows.length} of ${needed} stays have something to pay at this hour`);
    return rows;
  });
  const bareUrl = await ground.copy('notice_ours', 'notice_bare');
  return { oursUrl, bareUrl, path: `/api/payment/notices/wechat/${world.tenantId}/${Id}`, payments };
}

/** Each driver starts a payment from a phone with an address of its own. */
async function startPayment({ app }: Product, code: string, at: number): Promise<void> {
  const { body } = await app.inject({
    method: 'POST',
    url: '/api/payment/sandbox/pay',
    remoteAddress: `10.0.${Math.floor(at / 250)}.${at % 250}`,
    payload: { Code: code },
  });
  const { state, code: refusal } = JSON.parse(body);
  // Some tariffs are free at this hour.
  if (state !== 'success' && refusal !== 'order.nothing-due') throw new Error(`a payment was not started: ${body}`);
}
