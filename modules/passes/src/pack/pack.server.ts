import {
  type Act,
  actorName,
  coversLot,
  handle,
  type Kernel,
  notFound,
  reaction,
  type Sweep,
  serveReport,
  serveResource,
  sweepTenants,
} from '@boyun/kernel/server';
import type { Taken } from '@boyun/money/server';
import { reviewRejected, reviewWithdrawn } from '@boyun/reviews/contract';
import type { Asked } from '@boyun/reviews/server';
import { changePackPlates, getPack, type PackAct, pack, pausePack, renewPack, sellPack } from './pack.contract.ts';
import { findPack, findPendingReturn, findRule, type PackRow } from './pack.queries.ts';
import {
  changePlates,
  expire,
  fileSale,
  pauseOrResume,
  platesOf,
  preparePack,
  renewalOf,
  worthOf,
} from './pack.service.ts';
import type { PackPaid } from './pack-method.contract.ts';
import { cancelPack, packReturnList, refundPack } from './pack-return.contract.ts';
import { askReturn, refuseReturn } from './pack-return.service.ts';
import { packReviews } from './pack-review.contract.ts';
import { rejectSale, requestRenewal, sell } from './sell-pack.service.ts';

/** Packs, created by sales and by imports of packs sold elsewhere; both pass the same checks. */
export const packServer = serveResource(pack, {
  async beforeWrite(tx, values) {
    return preparePack(tx, {
      packRuleId: values.packRuleId!,
      lotId: values.lotId!,
      plates: platesOf(values.plates!),
      ownerName: values.ownerName!,
      ownerPhone: values.ownerPhone ?? null,
      validFrom: values.validFrom!,
      validUntil: values.validUntil!,
      count: 1,
      amountFen: values.paidFen!,
      remark: values.remark ?? null,
    });
  },
  async afterWrite(tx, row) {
    await fileSale(tx, row, null);
  },
});

export const sellPackServer = handle(sellPack, async (tx, sale, act) => {
  const { pack: sold, discountFen, asked, taken } = await sell(tx, sale);
  act.describe({
    subjectKind: 'pack',
    subjectId: sold.id,
    subject: `${sold.packNo} ${sold.plates}`,
    after: {
      plates: sold.plates,
      validFrom: sold.validFrom,
      validUntil: sold.validUntil,
      amountFen: sale.amountFen,
      method: sale.method,
      ...reviewOf(discountFen, asked),
    },
  });
  return { packId: sold.id, reviewId: asked?.reviewId ?? null, isPending: asked?.isPending ?? false, ...saleOf(taken) };
});

/** What is still to be paid of a sale or renewal. */
const saleOf = (taken: Taken | null) => ({ purchaseId: taken?.purchaseId ?? null, state: taken?.state ?? null });

/** Audit fields of a discount: its amount and the state of its approval. */
const reviewOf = (discountFen: number, asked: Asked | null) => ({
  ...(discountFen > 0 ? { discountFen } : {}),
  ...(asked ? { review: asked.effect } : {}),
});

/** Describes a change of a pack in the audit log. */
function describe(act: Act, { before, after }: { before: PackRow; after: PackRow }, more: object = {}): void {
  const shown = ({ state, plates, validUntil, paidFen }: PackRow) => ({ state, plates, validUntil, paidFen });
  act.describe({
    subjectKind: 'pack',
    subjectId: after.id,
    subject: `${after.packNo} ${after.plates}`,
    before: shown(before),
    after: { ...shown(after), ...more },
  });
}

export const renewPackServer = handle(renewPack, async (tx, given, act) => {
  const { asked, discountFen, taken, ...done } = await requestRenewal(tx, given);
  describe(act, done, { amountFen: given.amountFen, method: given.method, ...reviewOf(discountFen, asked) });
  return {
    validUntil: done.after.validUntil,
    reviewId: asked?.reviewId ?? null,
    isPending: asked?.isPending ?? false,
    ...saleOf(taken),
  };
});

export const changePackPlatesServer = handle(changePackPlates, async (tx, { packId, plates, note }, act) => {
  describe(act, await changePlates(tx, packId, plates, note), { note });
  return {};
});

export const pausePackServer = handle(pausePack, async (tx, { packId, act: kind, note }, act) => {
  describe(act, await pauseOrResume(tx, packId, kind, note), { note });
  return {};
});

/** Describes a cancellation or refund in the audit log: its content, and whether it is pending or took effect at once. */
function describeReturn(act: Act, { pack: row, asked }: Awaited<ReturnType<typeof askReturn>>, after: object): void {
  act.describe({
    subjectKind: 'pack',
    subjectId: row.id,
    subject: `${row.packNo} ${row.plates}`,
    after: { ...after, review: asked.effect },
  });
}

export const cancelPackServer = handle(cancelPack, async (tx, { packId, note }, act) => {
  const done = await askReturn(tx, { packId, kind: 'cancel', amountFen: 0, method: null, quotedAt: null, note });
  describeReturn(act, done, { note, refundFen: done.worthFen });
  return { reviewId: done.asked.reviewId, isPending: done.asked.isPending, refundFen: done.worthFen };
});

export const refundPackServer = handle(refundPack, async (tx, given, act) => {
  const done = await askReturn(tx, { ...given, kind: 'refund' });
  describeReturn(act, done, { note: given.note, amountFen: given.amountFen, method: given.method });
  return { reviewId: done.asked.reviewId, isPending: done.asked.isPending };
});

/** Handles rejected requests: a rejected sale ends the pack; after any other the pack stays in effect. */
export const packReviewsRefused = reaction('pack-reviews-refused', [reviewRejected, reviewWithdrawn], {
  // A refused change of plates leaves the pack as it is.
  wants: ({ data }) =>
    data.kind !== packReviews.plates.name && Object.values(packReviews).some(({ name }) => name === data.kind),
  async react(tx, { subjectId, data }) {
    if (!subjectId) return;
    const words = data.note ?? data.reason;
    // The pack of a rejected renewal is not pending and stays in effect.
    if (data.kind === packReviews.sale.name || data.kind === packReviews.discount.name)
      await rejectSale(tx, subjectId, words);
    else await refuseReturn(tx, subjectId, data.byName);
  },
});

export const packReturnServer = serveReport(packReturnList, {
  from: 'pack_return',
  as: 'r',
  columnJoins: `join pack p on p.tenant_id = r.tenant_id and p.id = r.pack_id
    join pack_rule rule on rule.tenant_id = p.tenant_id and rule.id = p.pack_rule_id`,
  lot: 'r.lot_id',
  own: 'r.requested_by = ?',
  filters: { plate: 'position(upper(?) in r.plates) > 0' },
  period: 'r.requested_at',
  columns: { packNo: 'p.pack_no', ruleName: 'rule.name', ownerName: 'p.owner_name', paidFen: 'p.paid_fen' },
  order: 'r.requested_at desc, r.id desc',
  totals: { amountFen: "case when r.state = 'done' then r.amount_fen end" },
});

const daysOf = (ms: number) => Math.floor(ms / 8_640_000) / 10;

export const getPackServer = handle(getPack, async (tx, { packId }) => {
  const row = await findPack(tx, packId, false);
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '月卡', en: 'Pack' });
  const rule = (await findRule(tx, row.packRuleId, false))!;
  const window = renewalOf(row, rule);
  const worth = worthOf(row, tx.now);
  const history = await tx.query<{
    at: Date;
    act: keyof typeof PackAct;
    actorName: string;
    amountFen: number;
    method: PackPaid | null;
    validUntil: Date | null;
    plates: string[];
    note: string | null;
  }>(
    `select at, act, actor_name, amount_fen, method, valid_until, plates, note
     from pack_event where tenant_id = $1 and pack_id = $2 order by id desc`,
    [tx.tenantId, row.id],
  );
  const lots = await tx.query<{ name: string }>(
    'select name from lot_fact where tenant_id = $1 and id = any($2::uuid[]) order by name',
    [tx.tenantId, row.lotIds],
  );
  return {
    plates: platesOf(row.plates),
    priceFen: rule.priceFen,
    renewFrom: window.from,
    renewUntil: window.until,
    refundFen: worth.refundFen,
    quotedAt: tx.now,
    unusedDays: worth.unusedDays,
    terms: worth.terms.map((one) => ({
      from: new Date(one.fromMs),
      to: new Date(one.toMs),
      paidFen: one.paidFen,
      days: daysOf(one.toMs - one.fromMs),
      leftDays: daysOf(one.leftMs),
      seconds: Math.round((one.toMs - one.fromMs) / 1000),
      leftSeconds: Math.round(one.leftMs / 1000),
      worthFen: one.worthFen,
    })),
    pending: (await findPendingReturn(tx, row.id))?.kind ?? null,
    lotNames: lots.length > 0 ? lots.map((one) => one.name).join('、') : null,
    history: history.map((one) => ({ ...one, actorName: actorName(one.actorName, tx.who.language) })),
  };
});

/** Job that marks packs as expired; the gate checks the end time itself. */
export const packExpiry: Sweep = {
  name: 'pack-expiry',
  everySeconds: 30,
  async run(kernel: Kernel) {
    const sql = `select tenant_id, id from pack where state = 'active' and valid_until <= $1 limit 1000`;
    const values = [kernel.clock.now()];
    await sweepTenants<{ tenantId: number; id: string }>(kernel, { sql, values }, (tx, { id }) => expire(tx, id));
  },
};
