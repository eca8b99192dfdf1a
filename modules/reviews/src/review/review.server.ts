import {
  type Act,
  coversLot,
  handle,
  handleReport,
  notFound,
  orderBy,
  sizeOf,
  type TenantTx,
} from '@boyun/kernel/server';
import { roleNames } from '@boyun/people/server';
import { ADMINS } from '../review-flow/review-flow.contract.ts';
import { approve, decideEach, reject, type Undecided, withdraw } from './decide-review.service.ts';
import { approveReviews, getReview, rejectReviews, reviewList, withdrawReview } from './review.contract.ts';
import {
  countToDecide,
  findReview,
  findSteps,
  obstacleSql,
  type ReviewRow,
  seenReviews,
  shownChanges,
} from './review.queries.ts';

const rowSql = (language: 'zh' | 'en', obstacle: string, me: string) => `
  id, review_no as "reviewNo", kind, state, subject, summary_${language} as summary, amount_fen as "amountFen", reason,
  lot_id as "lotId", level, jsonb_array_length(levels) as "levelCount",
  role as "roleName",
  requested_by_name as "requestedByName", requested_at as "requestedAt", decided_by_name as "decidedByName",
  decided_at as "decidedAt", subject_kind as "subjectKind", subject_id as "subjectId",
  requested_by = ${me}::uuid as "isOwn", case when state = 'pending' then ${obstacle} end as obstacle`;

const reviewListServer = handleReport(reviewList, async (tx, filters, paging) => {
  const conditions = seenReviews(tx.who)
    .add('review.kind = ?', filters.kind)
    .add('review.state = ?', filters.state)
    .add('review.lot_id = ?', filters.lotId)
    .add("position(lower(?) in lower(subject || ' ' || review_no || ' ' || requested_by_name)) > 0", filters.keyword)
    .add('review.requested_at >= ?', filters.from)
    .add('review.requested_at <= ?', filters.to);
  if (filters.mine === 'own') conditions.add('review.requested_by = ?', tx.who.userId);
  if (filters.mine === 'decide')
    conditions.add('review.state = ?', 'pending').add(`? and (${obstacleSql(conditions, tx.who)}) is null`, true);
  const { totals: _, ...size } = await sizeOf(tx, 'review', conditions);
  const where = conditions.sql;
  const obstacle = obstacleSql(conditions, tx.who);
  const rows = await tx.query<{ roleName: string | null }>(
    `select ${rowSql(tx.who.language, obstacle, conditions.place(tx.who.userId))}
     from review where ${where} order by ${orderBy(paging, {}, 'requested_at desc, id desc')}`,
    conditions.values,
    paging,
  );
  const names = await namesOfRoles(tx);
  for (const row of rows) row.roleName = names(row.roleName);
  return { rows: rows as never, ...size, totals: { decideCount: await countToDecide(tx) } };
});

const getReviewServer = handle(getReview, async (tx, { reviewId }) => {
  const review = await findReview(tx, reviewId);
  if (!review || !coversLot(tx.who, review.lotId)) throw notFound(tx.who, { zh: '申请', en: 'Request' });
  const conditions = seenReviews(tx.who).add('review.id = ?', reviewId);
  const where = conditions.sql;
  const obstacle = obstacleSql(conditions, tx.who);
  const [row] = await tx.query<{ roleName: string | null }>(
    `select ${rowSql(tx.who.language, obstacle, conditions.place(tx.who.userId))} from review where ${where}`,
    conditions.values,
  );
  const names = await namesOfRoles(tx);
  const steps = await findSteps(tx, reviewId);
  return {
    review: { ...row!, roleName: names(row!.roleName) } as never,
    changes: shownChanges(review.changes),
    levels: review.levels.map(({ role }, index) => ({
      level: index + 1,
      roleName: names(role),
    })),
    steps: steps as never,
  };
});

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
  result: { decided: readonly ReviewRow[]; failed: Undecided[] },
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
    describeDecision(act, note, await decideEach(tx, reviewIds, (part, id) => approve(part, id, note, kernel))),
  ),
  handle(rejectReviews, async (tx, { reviewIds, note }, act) =>
    describeDecision(act, note, await decideEach(tx, reviewIds, (part, id) => reject(part, id, note))),
  ),
  handle(withdrawReview, async (tx, { reviewId, note }, act) => {
    const review = await withdraw(tx, reviewId, note);
    describeDecision(act, note, { decided: [review], failed: [] });
    return {};
  }),
];

/** The list of requests. */
export const reviewReports = [reviewListServer];
