import { randomBytes } from 'node:crypto';
import { formatYuan } from '@boyun/domain/money';
import { type FlowLevel, neededLevels, thresholdAmount } from '@boyun/domain/review';
import { type Label, Refusal } from '@boyun/kernel/contract';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import { isHeldByOthers } from '@boyun/people/server';
import { countAmount, earlierAmount } from './counted-amount.service.ts';
import { decideReviews, reviewRefusal } from './review.contract.ts';
import { type Change, insertStep } from './review.queries.ts';

/**
 * How the amount of a request relates to the sum of what was done to its subject before. `added`: thresholds are compared with
 * the sum and the amount, which later requests count in turn. `compared`: the same, but nothing can follow that would count
 * it. `alone`: the amount reduces nothing and gives nothing back, thresholds are compared with it alone.
 */
type Counting = 'added' | 'compared' | 'alone';

/** What a caller asks for, in words people decide by. */
export interface ReviewRequest<P> {
  readonly lotId: string | null;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly subject: string;
  readonly summary: Label;
  readonly changes: readonly Change[];
  /** The money it is about, in fen; null where it is about none. */
  readonly amountFen: number | null;
  readonly counting: Counting;
  readonly reason: string;
  readonly payload: P;
}

/** What an act is carried out by: who asked, why, and who agreed. */
export interface Approval {
  readonly reviewId: string | null;
  readonly reason: string;
  readonly requestedBy: string;
  readonly requestedById: string | null;
  /** Names of those who agreed, level by level; none where nobody had to. */
  readonly reviewers: readonly string[];
  /** The money they agreed to; null where it is about none, or nobody had to agree. */
  readonly amountFen: number | null;
}

/** Refuses what has come to be about more money than was agreed to: other levels might have had to agree to that. */
export function refuseMoreThanAgreed(approval: Approval, amountFen: number): void {
  const { amountFen: agreedFen } = approval;
  if (agreedFen === null || amountFen <= agreedFen) return;
  throw new Refusal(reviewRefusal['amount-grew'], {
    agreed: formatYuan(agreedFen as never),
    now: formatYuan(amountFen as never),
  });
}

/** Carries out what was asked for; checks anew that it is still possible. */
type Apply<P> = (tx: TenantTx, payload: P, approval: Approval, kernel: Kernel) => Promise<void>;

const acts = new Map<string, Apply<never>>();

/** Registers what carries out a kind of request. */
export function setApplier<P>(kind: string, apply: Apply<P>): void {
  acts.set(kind, apply as Apply<never>);
}

/** What carries out a kind of request; null for a kind no module of this program brings. */
export function applierOf(kind: string): Apply<unknown> | null {
  return (acts.get(kind) as Apply<unknown> | undefined) ?? null;
}

/** The flow a tenant keeps for a kind of request; empty where it keeps none. */
export function flowOf(tx: TenantTx, kind: string): Promise<FlowLevel[]> {
  return tx.query<FlowLevel>(
    `select level, role, amount_from_fen as "amountFromFen", is_enabled as "isEnabled"
     from review_flow where tenant_id = $1 and kind = $2 order by level`,
    [tx.tenantId, kind],
  );
}

/** What became of a request: it waits, or it took effect at once, and why. */
export interface Asked {
  readonly reviewId: string | null;
  readonly isPending: boolean;
  /** For the audit log: why nobody else had to agree; null where somebody has to. */
  readonly effect: 'pending' | 'below-threshold' | 'nobody-else';
}

/** Shows those who decide what the request and everything before it come to. */
const totalChange = (amountFen: number, earlierFen: number): Change => {
  const same = (fen: number): Label => ({ zh: `¥${formatYuan(fen)}`, en: `¥${formatYuan(fen)}` });
  return {
    label: { zh: '累计金额（含此前及待审）', en: 'In total, with earlier and pending amounts' },
    before: same(earlierFen),
    after: same(earlierFen + amountFen),
  };
};

/**
 * Registers how a kind of request is carried out; returns the function that asks for it. A request takes effect in the
 * transaction of its last approval, or at once where the flow needs no other person. Its amount is compared with the
 * thresholds together with what was done to the subject before: the caller has locked the subject's row.
 */
export function reviewedAct<P>(
  kind: string,
  apply: (tx: TenantTx, payload: P, approval: Approval) => Promise<void>,
): (tx: TenantTx, request: ReviewRequest<P>) => Promise<Asked> {
  setApplier(kind, apply);
  return async (tx, request) => {
    const flow = await flowOf(tx, kind);
    const earlierFen = request.counting === 'alone' ? 0 : await earlierAmount(tx, request.subjectId);
    const levels = neededLevels(flow, thresholdAmount(request.amountFen, earlierFen));
    // Without a flow of the tenant's own, a second person is asked where there is one.
    const isAlone = flow.length === 0 && !(await isHeldByOthers(tx, decideReviews.name));
    if (levels.length > 0 && !isAlone) {
      const total = earlierFen > 0 && request.amountFen !== null ? [totalChange(request.amountFen, earlierFen)] : [];
      const reviewId = await submit(tx, kind, levels, { ...request, changes: [...request.changes, ...total] });
      return { reviewId, isPending: true, effect: 'pending' };
    }
    await countAmount(tx, { kind, subjectId: request.subjectId, amountFen: countedFen(request) });
    await apply(tx, request.payload, {
      reviewId: null,
      reason: request.reason,
      requestedBy: tx.who.name,
      requestedById: tx.who.userId,
      reviewers: [],
      amountFen: null,
    });
    return { reviewId: null, isPending: false, effect: isAlone ? 'nobody-else' : 'below-threshold' };
  };
}

/** What a request adds to the sum of its subject, in fen. */
const countedFen = ({ counting, amountFen }: Pick<ReviewRequest<unknown>, 'counting' | 'amountFen'>): number =>
  counting === 'added' ? (amountFen ?? 0) : 0;

/** Files a request and notifies those who decide it; returns its id. */
export async function submit<P>(
  tx: TenantTx,
  kind: string,
  levels: readonly { role: string | null }[],
  request: ReviewRequest<P>,
  takesEffectAt: Date | null = null,
): Promise<string> {
  const id = tx.newId();
  const time = tx.now.toISOString().replace(/\D/g, '').slice(2, 14);
  const reviewNo = `S${time}${randomBytes(2).toString('hex').toUpperCase()}`;
  const written = await tx.query(
    `insert into review (tenant_id, id, review_no, kind, state, level, role, levels, lot_id, subject_kind, subject_id,
       subject, summary_zh, summary_en, changes, payload, amount_fen, reason, requested_by, requested_by_name, requested_at,
       takes_effect_at, counted_fen)
     values ($1, $2, $3, $4, 'pending', 1, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
     on conflict (tenant_id, kind, subject_id) where state = 'pending' do nothing returning id`,
    [
      tx.tenantId,
      id,
      reviewNo,
      kind,
      levels[0]!.role,
      JSON.stringify(levels),
      request.lotId,
      request.subjectKind,
      request.subjectId,
      request.subject,
      request.summary.zh,
      request.summary.en,
      JSON.stringify(request.changes),
      JSON.stringify(request.payload),
      request.amountFen,
      request.reason,
      tx.who.userId,
      tx.who.name,
      tx.now,
      takesEffectAt,
      countedFen(request),
    ],
  );
  if (written.length === 0) throw new Refusal(reviewRefusal['already-asked']);
  await insertStep(tx, { reviewId: id, level: 1, act: 'submit', note: request.reason });
  tellReview(tx, 'review.requested', { id, reviewNo, kind, ...request, requestedBy: tx.who.userId! });
  return id;
}

/** Files an event of a request under what it is about, so that the history of that tells it. */
export function tellReview(
  tx: TenantTx,
  event: 'review.requested' | 'review.advanced' | 'review.approved' | 'review.rejected' | 'review.withdrawn',
  review: {
    readonly id: string;
    readonly reviewNo: string;
    readonly kind: string;
    readonly lotId: string | null;
    readonly subjectId: string;
    readonly subject: string;
    readonly summary: Label;
    readonly reason: string;
    readonly requestedBy: string;
  },
  note: string | null = null,
): void {
  const { id: reviewId, reviewNo, kind, lotId, subjectId, subject, summary, reason, requestedBy } = review;
  tx.emit({
    kind: event,
    lotId,
    subjectId,
    data: {
      reviewId,
      reviewNo,
      kind,
      subject,
      summaryZh: summary.zh,
      summaryEn: summary.en,
      reason,
      note,
      requestedBy,
      byName: tx.who.name,
    },
  });
}
