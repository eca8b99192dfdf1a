import { AppointmentState } from '@boyun/bookings/contract';
import { findAppointmentsOf, findBookingPages } from '@boyun/bookings/server';
import { effectWords, UserCouponState } from '@boyun/coupons/contract';
import { findHeld } from '@boyun/coupons/server';
import { formatYuan } from '@boyun/domain/money';
import { dayKey } from '@boyun/domain/period';
import { FeedbackState } from '@boyun/feedback/contract';
import { findFeedbackOf } from '@boyun/feedback/server';
import { InvoiceState } from '@boyun/invoices/contract';
import { findInvoicesOf } from '@boyun/invoices/server';
import type { Label } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { VisitState } from '@boyun/lists/contract';
import { findVisitsOf } from '@boyun/lists/server';
import { offersInvoice } from '@boyun/orders/server';
import { PackState } from '@boyun/passes/contract';
import { findPacksOf } from '@boyun/passes/server';
import { WalletEntryKind } from '@boyun/wallets/contract';
import { findWalletOf } from '@boyun/wallets/server';
import { MessageKind } from '../message/message.contract.ts';
import { readMessages } from '../message/message.queries.ts';
import { type Holder, platesOf } from './holder.service.ts';
import { type Matter, type MatterKind, MOST_SHOWN, same } from './matter.service.ts';

const dayOf = (tx: TenantTx, at: Date) => dayKey(at.getTime(), tx.who.zone);
const untilDay = (tx: TenantTx, at: Date): Label => ({ zh: `有效期至 ${dayOf(tx, at)}`, en: `until ${dayOf(tx, at)}` });
const usedOn = (tx: TenantTx, at: Date): Label => ({ zh: `${dayOf(tx, at)} 使用`, en: `used on ${dayOf(tx, at)}` });
const joined = (one: Label, other: Label): Label => ({ zh: `${one.zh} · ${other.zh}`, en: `${one.en} · ${other.en}` });

interface PastStay {
  readonly id: string;
  readonly lotId: string;
  readonly lotName: string;
  readonly plate: string;
  readonly leftAt: Date;
  readonly feeFen: number;
  readonly dueFen: number;
  readonly payCode: string;
}

/** Stays since a car was certified: earlier ones may be another person's. */
const findPastStays = (tx: TenantTx, { cars }: Holder): Promise<PastStay[]> =>
  tx.query<PastStay>(
    `select o.id, o.lot_id, l.name as "lotName", o.plate, o.left_at, o.fee_fen - o.reduced_fen as "feeFen", o.due_fen, o.pay_code
     from unnest($2::text[], $3::timestamptz[]) as c(plate, since)
     join stay_fact o on o.tenant_id = $1 and o.plate = c.plate and o.entered_at >= c.since - interval '1 day'
     join lot_fact l on l.tenant_id = o.tenant_id and l.id = o.lot_id
     where o.left_at is not null and o.left_at >= c.since and o.parking_state <> 'void' order by o.left_at desc, o.id limit $4`,
    [tx.tenantId, platesOf({ cars }), cars.map((one) => one.since), MOST_SHOWN],
  );

const OWED = { zh: '未缴清', en: 'Owing', tone: 'bad' } as const;
const PAID = { zh: '已缴清', en: 'Paid', tone: 'good' } as const;

const stays: MatterKind = {
  kind: 'stay',
  title: { zh: '停车记录', en: 'Stays' },
  none: { zh: '已认证车辆的停车记录会显示在这里', en: 'Stays of certified cars appear here' },
  place: 10,
  async find(tx, holder) {
    const rows = await findPastStays(tx, holder);
    return {
      rows: rows.map((one) => ({
        id: one.id,
        title: same(one.lotName),
        note: same(one.plate),
        at: one.leftAt,
        amountFen: Math.max(0, one.feeFen),
        state: one.dueFen > 0 ? OWED : PAID,
        path: `/pay/${one.payCode}`,
      })),
    };
  },
};

const wallet: MatterKind = {
  kind: 'wallet',
  title: { zh: '钱包', en: 'Wallet' },
  none: { zh: '还没有流水', en: 'No movements yet' },
  place: 20,
  async find(tx, { mobile }) {
    const found = await findWalletOf(tx, mobile);
    if (!found) return { rows: [] };
    const rows = await tx.query<{
      id: string;
      at: Date;
      kind: keyof typeof WalletEntryKind;
      amountFen: number;
      note: string | null;
    }>(
      `select id, at, kind, amount_fen, note from stored_entry_fact
       where tenant_id = $1 and store_kind = 'wallet' and store_id = $2 order by number desc limit $3`,
      [tx.tenantId, found.id, MOST_SHOWN],
    );
    return {
      headFen: found.balanceFen,
      rows: rows.map(({ id, at, kind, amountFen }) => ({ id, title: WalletEntryKind[kind], at, amountFen })),
    };
  },
};

const coupons: MatterKind = {
  kind: 'coupon',
  title: { zh: '优惠券', en: 'Coupons' },
  none: { zh: '还没有优惠券', en: 'No coupons yet' },
  place: 30,
  async find(tx, holder) {
    const { coupons: held } = await findHeld(tx, { plates: platesOf(holder), mobiles: [holder.mobile] });
    return {
      rows: held.map((one) => ({
        id: one.id,
        title: same(one.couponName),
        note: joined(effectWords(one), one.usedAt ? usedOn(tx, one.usedAt) : untilDay(tx, one.validUntil)),
        state: UserCouponState[one.state],
      })),
    };
  },
};

const packs: MatterKind = {
  kind: 'pack',
  title: { zh: '月卡', en: 'Passes' },
  none: { zh: '还没有月卡', en: 'No passes yet' },
  place: 40,
  async find(tx, holder) {
    const held = await findPacksOf(tx, { mobile: holder.mobile, plates: platesOf(holder) });
    return {
      acts: [{ label: { zh: '办理月卡', en: 'Buy a pass' }, path: '#/buy-pack' }],
      rows: held.map((one) => ({
        id: one.id,
        title: same(one.ruleName),
        // The end is the midnight after the last day.
        note: joined(same(`${one.plates} · ${one.lotName}`), untilDay(tx, new Date(one.validUntil.getTime() - 1))),
        state: PackState[one.state],
        path: `#/pack/${one.id}`,
      })),
    };
  },
};

const appointments: MatterKind = {
  kind: 'appointment',
  title: { zh: '预约', en: 'Appointments' },
  none: { zh: '还没有预约', en: 'No appointments yet' },
  place: 50,
  async find(tx, holder) {
    const held = await findAppointmentsOf(tx, { mobile: holder.mobile, plates: platesOf(holder) });
    const pages = await findBookingPages(tx);
    return {
      acts: pages.map(({ code, lotName }) => ({
        label: { zh: `预约 ${lotName}`, en: `Book ${lotName}` },
        path: `/book/${code}`,
      })),
      rows: held.map((one) => ({
        id: one.id,
        title: same(one.lotName),
        note: same(one.plate),
        at: one.startsAt,
        state: AppointmentState[one.state],
        path: `/booked/${one.code}`,
      })),
    };
  },
};

const visits: MatterKind = {
  kind: 'visit',
  title: { zh: '访客邀请', en: 'Invitations' },
  none: { zh: '还没有邀请，请由物业为您发出', en: 'No invitations yet' },
  place: 60,
  async find(tx, { mobile }) {
    const held = await findVisitsOf(tx, mobile);
    return {
      rows: held.map((one) => ({
        id: one.id,
        title: one.isHost
          ? { zh: `邀请 ${one.visitorName ?? '访客'}`, en: `For ${one.visitorName ?? 'a visitor'}` }
          : { zh: `${one.hostName}的邀请`, en: `From ${one.hostName}` },
        note: one.plate ? same(one.plate) : null,
        at: one.validFrom,
        state: VisitState[one.state],
        path: `/visit/${one.code}`,
      })),
    };
  },
};

const invoices: MatterKind = {
  kind: 'invoice',
  title: { zh: '发票', en: 'Invoices' },
  none: { zh: '还没有发票；在停车记录中开具', en: 'No invoices yet. Ask for them from your stays' },
  place: 70,
  async find(tx, holder) {
    const held = await findInvoicesOf(tx, holder.mobile);
    return {
      acts: await invoiceable(tx, holder),
      rows: held.map((one) => ({
        id: one.id,
        title: same(one.titleName),
        note: one.invoiceNo ? same(one.invoiceNo) : null,
        at: one.createdAt,
        amountFen: one.inclFen,
        state: InvoiceState[one.state],
        path: `/invoice/${one.linkCode}`,
      })),
    };
  },
};

/** The last paid stays for which an invoice can be asked for. */
async function invoiceable(tx: TenantTx, holder: Holder): Promise<{ label: Label; path: string }[]> {
  const acts = [];
  for (const one of (await findPastStays(tx, holder)).slice(0, 3)) {
    if (one.feeFen <= 0 || one.dueFen > 0 || !(await offersInvoice(tx, one.lotId))) continue;
    const yuan = formatYuan(one.feeFen);
    const label = { zh: `开票 ${one.lotName} ¥${yuan}`, en: `Invoice ${one.lotName} ¥${yuan}` };
    acts.push({ label, path: `/invoice/${one.payCode}` });
  }
  return acts;
}

const feedback: MatterKind = {
  kind: 'feedback',
  title: { zh: '意见反馈', en: 'Feedback' },
  none: { zh: '还没有反馈；停车后可在这里向我们反馈', en: 'No feedback yet. After a stay you can write to us here' },
  place: 80,
  async find(tx, holder) {
    const held = await findFeedbackOf(tx, holder.mobile);
    const [last] = await findPastStays(tx, holder);
    return {
      acts: last ? [{ label: { zh: '写反馈', en: 'Write to us' }, path: `/feedback/${last.payCode}` }] : [],
      rows: held.map((one) => ({
        id: one.id,
        title: same(one.content.slice(0, 60)),
        note: same(one.feedbackNo),
        at: one.createdAt,
        state: FeedbackState[one.state],
        path: `/answer/${one.code}`,
      })),
    };
  },
};

const messages: MatterKind = {
  kind: 'message',
  title: { zh: '消息', en: 'Messages' },
  none: { zh: '还没有消息', en: 'No messages yet' },
  place: 90,
  async find(tx, { customerId }) {
    const all = await readMessages(tx, customerId, MOST_SHOWN);
    return {
      rows: all.map((one): Matter => {
        const values = { plate: one.plate, lot: one.lotName, yuan: formatYuan(one.amountFen ?? 0), note: one.note };
        const fill = (text: string) =>
          text.replace(/\{(\w+)\}/g, (_, key: string) => values[key as keyof typeof values] ?? '—');
        const { zh, en } = MessageKind[one.kind];
        return { id: one.id, title: { zh: fill(zh), en: fill(en) }, at: one.at, path: one.path };
      }),
    };
  },
};

/** What the app shows of the modules below. */
export const matterKinds: readonly MatterKind[] = [
  stays,
  wallet,
  coupons,
  packs,
  appointments,
  visits,
  invoices,
  feedback,
  messages,
];
