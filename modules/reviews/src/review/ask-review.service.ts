import { isHeldByOthers } from '@boyun/access/server';
import { formatYuan } from '@boyun/domain/money';
import { type FlowLevel, neededLevels, thresholdAmount } from '@boyun/domain/review';
import { type Access, type Filling, fill, keyedSlot, type Label, Refusal } from '@boyun/kernel/contract';
import { type Kernel, onlyLot, serialNumber, type TenantTx } from '@boyun/kernel/server';
import { countAmount, earlierAmount } from './counted-amount.service.ts';
import { decideReviews, reviewRefusal } from './review.contract.ts';
import { type Change, insertStep } from './review.queries.ts';
import {
  type reviewAdvanced,
  type reviewApproved,
  type reviewRejected,
  reviewRequested,
  type reviewWithdrawn,
} from './review-event.contract.ts';

/**
 * How the amount of a request relates to earlier amounts of its subject. `added`: thresholds apply to the sum, and later
 * requests count this amount. `compared`: thresholds apply to the sum, but no later request can count it. `alone`: the
 * amount neither waives nor refunds anything, so thresholds apply to it alone.
 */
type Counting = 'added' | 'compared' | 'alone';

/** A request as submitted by a caller, with texts for the approvers. */
export interface ReviewRequest<P> {
  /** The lots it is about; empty for all, or none. Whoever decides it sees each of them. */
  readonly lotIds: readonly string[];
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly subject: string;
  readonly summary: Label;
  readonly changes: readonly Change[];
  /** The amount concerned in fen; null where none is. */
  readonly amountFen: number | null;
  readonly counting: Counting;
  readonly reason: string;
  readonly payload: P;
  /** Who asks for it, where that is not the caller: money that arrived carries on what an account began. */
  readonly by?: Requester;
}

interface Requester {
  readonly id: string | null;
  readonly name: string;
}

const requesterOf = (tx: TenantTx, { by }: { readonly by?: Requester }): Requester =>
  by ?? { id: tx.who.userId, name: tx.who.name };

/** The approval under which an operation is carried out: requester, reason and approvers. */
export interface Approval {
  readonly reviewId: string | null;
  readonly reason: string;
  readonly requestedBy: string;
  readonly requestedById: string | null;
  /** Names of the approvers, level by level; empty where no approval was required. */
  readonly reviewers: readonly string[];
  /** The approved amount in fen; null where none is concerned, or no approval was required. */
  readonly amountFen: number | null;
}

/** Throws a refusal when the amount has grown beyond the approved one, because further levels might apply to it. */
export function refuseMoreThanAgreed(approval: Approval, amountFen: number): void {
  const { amountFen: agreedFen } = approval;
  if (agreedFen === null || amountFen <= agreedFen) return;
  throw new Refusal(reviewRefusal['amount-grew'], {
    agreed: formatYuan(agreedFen),
    now: formatYuan(amountFen),
  });
}

/** Carries out an approved request after checking again that it is still possible. */
type Apply<P> = (tx: TenantTx, payload: P, approval: Approval, kernel: Kernel) => Promise<void>;

/** A kind of request with the function that carries it out. */
export interface Reviewed<P> {
  readonly kind: string;
  readonly apply: Apply<P>;
}

/** How requests of a kind are carried out, and who sees that one is pending. */
interface Applier {
  readonly apply: Apply<never>;
  /** The access to the subjects of these requests. */
  readonly seen: Access;
}

/** The kinds of requests that can be carried out, contributed by the modules that declare them. */
export const reviewAppliers = keyedSlot<Applier>('review.appliers');

/**
 * Returns a contribution to `reviewAppliers`, for the `slots` of a module door. Callers with the access `seen` see the
 * subjects of these requests, and therefore that a request about one is pending.
 */
export function applyReviews(seen: Access, ...reviewed: readonly Reviewed<never>[]): Filling {
  return fill(reviewAppliers, Object.fromEntries(reviewed.map(({ kind, apply }) => [kind, { apply, seen }])));
}

/** Returns the function that carries out a kind of request; throws for a kind that no module contributes. */
export function applierOf(tx: TenantTx, kind: string): Apply<unknown> {
  const applier = tx.slots.byKey(reviewAppliers).get(kind);
  if (!applier) throw new Error(`no module carries out requests of the kind ${kind}`);
  return applier.apply as Apply<unknown>;
}

/** Returns the approval flow of a tenant for a kind of request; empty where it has none. */
export function flowOf(tx: TenantTx, kind: string): Promise<FlowLevel[]> {
  return tx.query<FlowLevel>(
    `select level, role, amount_from_fen, is_enabled
     from review_flow where tenant_id = $1 and kind = $2 order by level`,
    [tx.tenantId, kind],
  );
}

/** The outcome of a submission: pending, or in effect immediately, and why. */
export interface Asked {
  readonly reviewId: string | null;
  readonly isPending: boolean;
  /** For the audit log: why no approval was required; `pending` where one is. */
  readonly effect: 'pending' | 'below-threshold' | 'nobody-else';
}

/** Shows approvers the sum of the request and all earlier amounts. */
const totalChange = (amountFen: number, earlierFen: number): Change => {
  const same = (fen: number): Label => ({ zh: `¥${formatYuan(fen)}`, en: `¥${formatYuan(fen)}` });
  return {
    label: { zh: '累计金额（含此前及待审）', en: 'In total, with earlier and pending amounts' },
    before: same(earlierFen),
    after: same(earlierFen + amountFen),
  };
};

/** A kind of request with the function that submits it. */
export interface ReviewedAct<P> extends Reviewed<P> {
  (tx: TenantTx, request: ReviewRequest<P>): Promise<Asked>;
}

/** What a request is decided by. */
type Weighed = Pick<ReviewRequest<unknown>, 'subjectId' | 'amountFen' | 'counting' | 'by'>;

/** The levels that a request needs. */
async function findLevels(tx: TenantTx, kind: string, request: Weighed) {
  const flow = await flowOf(tx, kind);
  const earlierFen = request.counting === 'alone' ? 0 : await earlierAmount(tx, request.subjectId);
  const levels = neededLevels(flow, thresholdAmount(request.amountFen, earlierFen));
  // Without a flow, a second person is required where one exists.
  const isAlone = flow.length === 0 && !(await isHeldByOthers(tx, decideReviews.name, requesterOf(tx, request).id));
  return { levels, earlierFen, isAlone };
}

/** Returns whether a request would wait for an approval. */
export async function needsReview(tx: TenantTx, kind: string, request: Weighed): Promise<boolean> {
  const { levels, isAlone } = await findLevels(tx, kind, request);
  return levels.length > 0 && !isAlone;
}

/**
 * Declares how a kind of request is carried out and returns the function that submits it. The module door lists it in
 * `slots: [applyReviews(…)]`. A request takes effect in the transaction of its last approval, or immediately where the
 * flow requires no approval. Thresholds are compared with the sum of its amount and earlier ones, so the caller must have
 * locked the row of its subject.
 */
export function reviewedAct<P>(
  kind: string,
  apply: (tx: TenantTx, payload: P, approval: Approval) => Promise<void>,
): ReviewedAct<P> {
  const ask = async (tx: TenantTx, request: ReviewRequest<P>): Promise<Asked> => {
    const by = requesterOf(tx, request);
    const { levels, earlierFen, isAlone } = await findLevels(tx, kind, request);
    if (levels.length > 0 && !isAlone) {
      const total = earlierFen > 0 && request.amountFen !== null ? [totalChange(request.amountFen, earlierFen)] : [];
      const reviewId = await submit(tx, kind, levels, { ...request, changes: [...request.changes, ...total] });
      return { reviewId, isPending: true, effect: 'pending' };
    }
    await countAmount(tx, { kind, subjectId: request.subjectId, amountFen: countedFen(request) });
    await apply(tx, request.payload, {
      reviewId: null,
      reason: request.reason,
      requestedBy: by.name,
      requestedById: by.id,
      reviewers: [],
      amountFen: null,
    });
    return { reviewId: null, isPending: false, effect: isAlone ? 'nobody-else' : 'below-threshold' };
  };
  return Object.assign(ask, { kind, apply });
}

/** Returns the amount in fen that a request adds to the sum of its subject. */
const countedFen = ({ counting, amountFen }: Pick<ReviewRequest<unknown>, 'counting' | 'amountFen'>): number =>
  counting === 'added' ? (amountFen ?? 0) : 0;

/** Inserts a request and notifies its approvers; returns its id. */
export async function submit<P>(
  tx: TenantTx,
  kind: string,
  levels: readonly { role: string | null }[],
  request: ReviewRequest<P>,
  takesEffectAt: Date | null = null,
): Promise<string> {
  const id = tx.newId();
  const by = requesterOf(tx, request);
  const reviewNo = serialNumber('S', tx.now, tx.who.zone, { digits: 4, isTimed: true });
  const written = await tx.query(
    `insert into review (tenant_id, id, review_no, kind, state, level, role, levels, lot_ids, subject_kind, subject_id,
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
      request.lotIds,
      request.subjectKind,
      request.subjectId,
      request.subject,
      request.summary.zh,
      request.summary.en,
      JSON.stringify(request.changes),
      JSON.stringify(request.payload),
      request.amountFen,
      request.reason,
      by.id,
      by.name,
      tx.now,
      takesEffectAt,
      countedFen(request),
    ],
  );
  if (written.length === 0) throw new Refusal(reviewRefusal['already-asked']);
  await insertStep(tx, { reviewId: id, level: 1, act: 'submit', note: request.reason }, by);
  emitReview(tx, reviewRequested, { id, reviewNo, kind, ...request, requestedBy: by.id, byName: by.name });
  return id;
}

/** What the events of a request say about it. */
export interface EmittedReview {
  readonly id: string;
  readonly reviewNo: string;
  readonly kind: string;
  readonly lotIds: readonly string[];
  readonly subjectId: string;
  readonly subject: string;
  readonly summary: Label;
  readonly reason: string;
  readonly requestedBy: string | null;
  /** Who did what the event tells; by default the caller. */
  readonly byName?: string;
}

/** Returns the fields that all events of a request have. */
export function reviewFacts(tx: TenantTx, review: EmittedReview, note: string | null) {
  const { id: reviewId, reviewNo, kind, subject, summary, reason, requestedBy } = review;
  return {
    reviewId,
    reviewNo,
    kind,
    subject,
    summaryZh: summary.zh,
    summaryEn: summary.en,
    reason,
    note,
    requestedBy,
    byName: review.byName ?? tx.who.name,
  };
}

/** Emits an event of a request under its subject, so that it appears in the subject's history. */
export function emitReview(
  tx: TenantTx,
  type:
    | typeof reviewRequested
    | typeof reviewAdvanced
    | typeof reviewApproved
    | typeof reviewRejected
    | typeof reviewWithdrawn,
  review: EmittedReview,
  note: string | null = null,
): void {
  tx.emit<(typeof reviewRequested)['fields']>(type, {
    lotId: onlyLot(review.lotIds),
    subjectId: review.subjectId,
    data: reviewFacts(tx, review, note),
  });
}
