import { type Clock, type Configuration, systemClock } from '@boyun/kernel/server';
import type { Call } from '../demo/sign-in.ts';
import { AlipayDouble } from './alipay.ts';
import { ProviderDesk } from './desk.ts';
import type { DeskProvider, DeskTrade, ForPeople } from './desk-provider.ts';
import { UnionpayDouble } from './unionpay.ts';
import { WechatPayDouble } from './wechat-pay.ts';

/** The doubles of the payment providers with their desk, and what the product is told to use them. */
export interface Doubles {
  /** The addresses that replace the providers' own. */
  readonly addresses: Pick<Configuration, 'wechatPayUrl' | 'alipayUrl' | 'unionpayUrl' | 'publicUrl'>;
  /** Where the desk is. */
  readonly deskUrl: string;
  /** Lets the tenant of the caller take payments by the doubles; notices go to the product at the address. */
  open(call: Call, productUrl: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the doubles and their desk on ports of their own. `publicUrl` is the address of the product for the browsers that pay; they find
 * the desk on the same host.
 */
export async function startDoubles(publicUrl: string, host: string, clock: Clock = systemClock): Promise<Doubles> {
  const at = (port: number) => {
    const url = new URL('/', publicUrl);
    url.protocol = 'http:';
    url.port = String(port);
    return url.origin;
  };
  let deskUrl = '';
  const pages = (name: string): ForPeople => ({ pageOf: (no) => `${deskUrl}/pay/${name}/${no}` });
  const wechat = new WechatPayDouble(clock, pages('wechat'));
  const alipay = new AlipayDouble(clock, pages('alipay'));
  const unionpay = new UnionpayDouble(clock, pages('unionpay'));
  const desk = new ProviderDesk({
    wechat: wechatDesk(wechat),
    alipay: alipayDesk(alipay),
    unionpay: unionpayDesk(unionpay),
  });
  const all = { wechat, alipay, unionpay };
  deskUrl = at(await desk.start(host));
  const portOf = async (one: { start(host: string): Promise<string> }) => Number(new URL(await one.start(host)).port);
  return {
    addresses: {
      // The server calls WeChat Pay; browsers open the gateways of the others.
      wechatPayUrl: `http://127.0.0.1:${await portOf(wechat)}/`,
      alipayUrl: at(await portOf(alipay)),
      unionpayUrl: at(await portOf(unionpay)),
      publicUrl,
    },
    deskUrl,
    async open(call, productUrl) {
      desk.serve(productUrl);
      for (const [channel, { merchant }] of Object.entries(all)) await openChannel(call, channel, merchant);
    },
    async stop() {
      await Promise.all([desk.stop(), ...Object.values(all).map((one) => one.stop())]);
    },
  };
}

/** Turns the channels of the doubles off again. */
export async function closeChannels(call: Call): Promise<void> {
  for (const { Id, Remark } of await channelsOf(call))
    if (Remark === REMARK) await call('/api/payConfig/update', { Id, IsEnabled: false });
}

/** What marks their channels. */
const REMARK = '模拟台';

interface Merchant {
  readonly MerchantNo: string;
  readonly AppNo?: string;
  readonly keys: Readonly<Record<string, string>>;
}

interface Channel {
  readonly Id: string;
  readonly Channel: string;
  readonly LotId: string | null;
  readonly Remark: string | null;
}

async function channelsOf(call: Call): Promise<readonly Channel[]> {
  const { Rows } = await call('/api/payConfig/list', { PerPage: 100 });
  return (Rows as unknown as readonly Channel[]).filter((one) => one.LotId === null);
}

/** Turns the channel of a double on with its merchant and the keys of this start. */
async function openChannel(call: Call, channel: string, { MerchantNo, AppNo, keys }: Merchant): Promise<void> {
  const before = (await channelsOf(call)).find((one) => one.Channel === channel);
  const row = { MerchantNo, ...(AppNo ? { AppNo } : {}), IsEnabled: true, Remark: REMARK };
  const Id = before?.Id ?? (await call('/api/payConfig/create', { Channel: channel, FeePercent: 0.6, ...row })).Id;
  if (before) await call('/api/payConfig/update', { Id, ...row });
  // Without the secret of an app, the page inside WeChat opens WeChat Pay's page as other browsers do.
  const { AppSecret: _, ...ofPayments } = keys;
  await call('/api/payConfig/setKeys', { PayChannelId: Id, ...ofPayments });
}

function wechatDesk(double: WechatPayDouble): DeskProvider {
  return {
    label: { zh: '微信支付', en: 'WeChat Pay' },
    trades: () => [
      ...[...double.payments.values()].map(({ no, totalFen: fen, parking, state, paidAt, at }): DeskTrade => {
        const isOpen = state === 'NOTPAY' || state === 'USERPAYING' || state === 'ACCEPTED';
        const isDone = state === 'SUCCESS' || state === 'REFUND';
        const shown = isOpen ? 'open' : isDone ? 'done' : state === 'CLOSED' ? 'closed' : 'failed';
        return { no, fen, kind: parking ? 'debit' : 'payment', state: shown, at: paidAt ?? at };
      }),
      ...[...double.refunds.values()].map(({ no, fen, state, at }): DeskTrade => {
        const shown = state === 'PROCESSING' ? 'open' : state === 'SUCCESS' ? 'done' : 'failed';
        return { no, fen, kind: 'refund', state: shown, at };
      }),
    ],
    settle(no, outcome) {
      if (double.refunds.has(no)) return double.finishRefund(no, outcome === 'done');
      if (outcome === 'closed') return double.shut(no);
      const failed = double.payments.get(no)?.parking ? 'PAY_FAIL' : 'PAYERROR';
      double.settle(no, outcome === 'done' ? 'SUCCESS' : failed);
    },
    notify: async (no, address, fault) => {
      if (double.refunds.has(no)) return double.notifyRefund(no, address, fault);
      const { state } = double.payments.get(no)!;
      // It reports what was paid, and debits that failed.
      return state === 'SUCCESS' || state === 'PAY_FAIL' ? double.notify(no, address, fault) : null;
    },
    failNext: (fault) => double.failNext(fault),
    sign: (plate) => double.parking.sign(plate),
  };
}

function alipayDesk(double: AlipayDouble): DeskProvider {
  const fenOf = (yuan: string) => Math.round(Number(yuan) * 100);
  return {
    label: { zh: '支付宝', en: 'Alipay' },
    trades: () => [
      ...[...double.payments.values()].map(({ no, total, state, paidAt, at, returnUrl }): DeskTrade => {
        const shown = state === 'WAIT_BUYER_PAY' ? 'open' : state === 'TRADE_SUCCESS' ? 'done' : 'closed';
        return { no, fen: fenOf(total), kind: 'payment', state: shown, at: paidAt ?? at, returnUrl };
      }),
      ...[...double.refunds.values()].map(
        ({ no, amount, at }): DeskTrade => ({ no, fen: fenOf(amount), kind: 'refund', state: 'done', at }),
      ),
    ],
    settle: (no, outcome) => (outcome === 'done' ? double.settle(no) : double.shut(no)),
    notify: (no, address, fault) => double.notify(no, address, fault),
    failNext: (fault) => double.failNext(fault),
  };
}

function unionpayDesk(double: UnionpayDouble): DeskProvider {
  return {
    label: { zh: '银联', en: 'UnionPay' },
    trades: () =>
      [...double.trades.values()].map(({ no, fen, kind, state, doneAt, at, frontUrl }): DeskTrade => {
        const shown = state === 'reversed' ? 'closed' : state;
        const what = kind === 'refund' ? 'refund' : 'payment';
        return { no, fen, kind: what, state: shown, at: doneAt ?? at, ...(frontUrl ? { returnUrl: frontUrl } : {}) };
      }),
    settle: (no, outcome) => double.settle(no, outcome === 'done' ? 'done' : 'failed'),
    // It reports successes alone.
    notify: async (no, address, fault) =>
      double.trades.get(no)?.state === 'done' ? double.notify(no, address, fault) : null,
    failNext: (fault) => double.failNext(fault),
  };
}
