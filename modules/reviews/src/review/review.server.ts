import { roleNames } from '@boyun/access/server';
import type { Output } from '@boyun/kernel/contract';
import {
  type Act,
  containing,
  type Expression,
  handle,
  joined,
  notFound,
  piece,
  quoted,
  runSql,
  type Sql,
  serveReport,
  sql,
  type TenantTx,
  type Who,
} from '@boyun/kernel/server';
import { decideEach, decideEntry, type Undecided, withdraw } from './decide-review.service.ts';
import { decidersOf, findDeciders, findUndecidable } from './decider.service.ts';
import { countToDecide, type InboxEntry, inboxOf, inboxSources } from './inbox.queries.ts';
import { readPending } from './pending.queries.ts';
import { ADMINS, approveReviews, getReview, rejectReviews, reviewList, withdrawReview } from './review.contract.ts';
import { findReview, findSteps, ownReviews, seenReviews, shownChanges, WITHIN_LOTS } from './review.queries.ts';

/** The columns of one request. */
function rowOf(who: Who): Sql {
  const more: Record<string, Expression> = rowColumns(who);
  return joined(
    Object.keys(reviewList.columns).map(
      (key) => sql`${piece(more[key] ?? `review.${quoted(key)}`)} as ${piece(`"${key}"`)}`,
    ),
    ', ',
  );
}

/** Columns of a request that are more than those of its table. */
const rowColumns = (who: Who) => ({
  summary: `review.summary_${who.language}`,
  levelCount: 'jsonb_array_length(review.levels)',
  roleName: 'review.role',
  isOwn: sql`coalesce(review.requested_by = ${who.userId}::uuid, false)`,
  obstacle: "case when review.state = 'pending' then review.obstacle end",
});

const reviewListServer = serveReport(reviewList, async ({ tx, who }) => {
  const names = await namesOfRoles(tx);
  const undecidable = who.isAdmin ? await findUndecidable(tx) : [];
  return {
    from: await inboxOf(tx),
    as: 'review',
    lot: WITHIN_LOTS,
    own: ownReviews(who),
    filters: {
      mine: (mine) =>
        mine === 'own'
          ? sql`review.requested_by = ${who.userId}`
          : mine === 'nobody'
            ? sql`review.id = any(${undecidable}::uuid[])`
            : sql`review.state = 'pending' and review.obstacle is null`,
      lotId: '? = any(review.lot_ids)',
      keyword: containing('review.subject', 'review.review_no', 'review.requested_by_name'),
    },
    period: 'review.requested_at',
    columns: rowColumns(who),
    order: 'review.requested_at desc, review.id desc',
    moreTotals: async () => ({ decideCount: await countToDecide(tx), nobodyCount: undecidable.length }),
    finish: (rows) => rows.map((row) => ({ ...row, roleName: names(row.roleName) })),
  };
});

const getReviewServer = handle(getReview, async (tx, { reviewId }) => {
  const [row] = await runSql<Output<typeof getReview>['review']>(
    tx,
    sql`select ${rowOf(tx.who)} from ${await inboxOf(tx)} as review where ${seenReviews(tx.who)} and review.id = ${reviewId}`,
  );
  if (!row) throw notFound(tx.who, { zh: '申请', en: 'Request' });
  const review = await findReview(tx, reviewId);
  if (!review) return detailOf(tx, row);
  const names = await namesOfRoles(tx);
  const steps = await findSteps(tx, reviewId);
  const pending = await readPending(tx, reviewId);
  return {
    review: { ...row, roleName: names(row.roleName) },
    deciderCount: pending && decidersOf(pending, await findDeciders(tx)).length,
    changes: shownChanges(review.changes),
    levels: review.levels.map(({ role }, index) => ({
      level: index + 1,
      roleName: names(role),
    })),
    steps,
  };
});

/** Returns a decision that another module keeps, with what that module shows of it. */
async function detailOf(tx: TenantTx, row: Output<typeof getReview>['review']): Promise<Output<typeof getReview>> {
  const source = tx.slots.all(inboxSources).find((one) => one.kind === row.kind)!;
  const { requestedAt: at, requestedByName: actorName, reason } = row;
  return {
    review: row,
    deciderCount: null,
    changes: shownChanges(await source.changes(tx, row.id)),
    levels: [{ level: 1, roleName: null }],
    steps: [{ at, act: 'submit', level: 1, actorName, note: reason }],
  };
}

/** Returns a function for the name of an approving role in the reader's language; null stands for anyone who may decide. */
async function namesOfRoles(tx: TenantTx): Promise<(role: string | null) => string | null> {
  const names = new Map((await roleNames(tx)).map((one) => [one.value, one.name]));
  const admins = { zh: '其他管理员', en: 'Another administrator' }[tx.who.language];
  return (role) => (role === null ? null : role === ADMINS ? admins : (names.get(role) ?? role));
}

/** Audits the decided requests and returns the response with their number and the failed ones. */
function describeDecision(
  act: Act,
  note: string | null,
  result: { decided: readonly InboxEntry[]; failed: Undecided[] },
) {
  const { decided, failed } = result;
  act.describe({
    subjectKind: 'review',
    subjectId: decided.length === 1 ? decided[0]!.id : null,
    subject: decided
      .map((one) => `${one.reviewNo} ${one.subject}`)
      .join('; ')
      .slice(0, 500),
    after: {
      note,
      requests: decided.map(({ reviewNo, kind, level, reason, requestedByName }) => ({
        reviewNo,
        kind,
        level,
        reason,
        requestedBy: requestedByName,
      })),
    },
  });
  return { doneCount: decided.length, failed };
}

/** The operations on requests. */
export const reviewServers = [
  getReviewServer,
  handle(approveReviews, async (tx, { reviewIds, note }, act, kernel) =>
    describeDecision(
      act,
      note,
      await decideEach(tx, reviewIds, (part, id) => decideEntry(part, id, 'approve', note, kernel)),
    ),
  ),
  handle(rejectReviews, async (tx, { reviewIds, note }, act, kernel) =>
    describeDecision(
      act,
      note,
      await decideEach(tx, reviewIds, (part, id) => decideEntry(part, id, 'reject', note, kernel)),
    ),
  ),
  handle(withdrawReview, async (tx, { reviewId, note }, act) => {
    const review = await withdraw(tx, reviewId, note);
    describeDecision(act, note, { decided: [review], failed: [] });
    return {};
  }),
];

/** The list of requests. */
export const reviewReports = [reviewListServer];
