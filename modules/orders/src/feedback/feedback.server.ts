import { type Language, type Output, Refusal, type ReportRow } from '@boyun/kernel/contract';
import {
  asHolder,
  handle,
  handleFreely,
  handleReport,
  type Kernel,
  lotCondition,
  orderBy,
  sizeOf,
  type TenantTx,
} from '@boyun/kernel/server';
import { addFeedbackPicture, getFeedbackPage, getOwnFeedback, sendFeedback } from './driver-feedback.contract.ts';
import {
  answerFeedback,
  claimFeedback,
  closeFeedback,
  feedbackList,
  feedbackRefusal,
  getFeedback,
} from './feedback.contract.ts';
import { answersOf, type Feedback, findSource, picturesOf } from './feedback.queries.ts';
import { addPicture, answerDriver, claim, close, requireFeedback, write } from './feedback.service.ts';

const holding = <T>(kernel: Kernel, code: string, language: Language, work: (tx: TenantTx) => Promise<T>) =>
  asHolder(kernel, code, { name: 'driver', unknown: feedbackRefusal['unknown-code'], language }, work);

const subjectOf = (row: Pick<Feedback, 'id' | 'feedbackNo'>) => ({
  subjectKind: 'feedback',
  subjectId: row.id,
  subject: row.feedbackNo,
});

/** What drivers do, who are not signed in. */
const driverServers = [
  handleFreely(getFeedbackPage, (kernel, { code }, { language }) =>
    holding(kernel, code, language, async (tx) => {
      const source = await findSource(tx, code);
      if (!source) throw new Refusal(feedbackRefusal['unknown-code']);
      return { lotName: source.lotName, plate: source.plate };
    }),
  ),
  handleFreely(sendFeedback, (kernel, input, { language }) =>
    holding(kernel, input.code, language, async (tx) => {
      const writing = { ...input, kind: String(input.kind) };
      const { code, isNew, ...row } = await write(tx, writing);
      const { kind, content, plate } = writing;
      if (isNew) tx.audit({ action: sendFeedback.audit!, ...subjectOf(row), after: { kind, content, plate } });
      return { code };
    }),
  ),
  handleFreely(addFeedbackPicture, (kernel, { code }, { file, language }) =>
    holding(kernel, code, language, async (tx) => {
      const { row, pictureCount, isNew } = await addPicture(tx, kernel, code, file);
      if (isNew) tx.audit({ action: addFeedbackPicture.audit!, ...subjectOf(row), after: { pictureCount } });
      return { pictureCount };
    }),
  ),
  handleFreely(getOwnFeedback, (kernel, { code }, { language }) =>
    holding(kernel, code, language, async (tx) => {
      const [row] = await tx.query<Output<typeof getOwnFeedback> & { id: string }>(
        `select f.id, f.feedback_no as "feedbackNo", l.name as "lotName", l.time_zone as "timeZone", f.plate, f.kind, f.state,
           f.content, f.created_at as "createdAt"
         from feedback f join lot l on l.tenant_id = f.tenant_id and l.id = f.lot_id
         where f.tenant_id = $1 and f.code = $2`,
        [tx.tenantId, code],
      );
      if (!row) throw new Refusal(feedbackRefusal['unknown-code']);
      const { id, ...shown } = row;
      const answers = (await answersOf(tx, id)).map(({ at, text }) => ({ at, text }));
      return { ...shown, pictures: await picturesOf(tx, id), answers };
    }),
  ),
];

/** What drivers and the staff do with feedback. */
export const feedbackServers = [
  ...driverServers,
  handle(getFeedback, async (tx, { feedbackId }) => {
    const { id } = await requireFeedback(tx, feedbackId, false);
    return { pictures: await picturesOf(tx, id), answers: await answersOf(tx, id) };
  }),
  handle(claimFeedback, async (tx, { feedbackId, isTakenOver }, act) => {
    const row = await claim(tx, feedbackId, isTakenOver);
    const before = { state: row.state, claimedByName: row.claimedByName };
    act.describe({ ...subjectOf(row), before, after: { state: 'claimed', claimedByName: tx.who.name } });
    return {};
  }),
  handle(answerFeedback, async (tx, { feedbackId, text }, act, kernel) => {
    const { row, hasSms } = await answerDriver(tx, kernel, feedbackId, text);
    act.describe({ ...subjectOf(row), before: { state: row.state }, after: { state: 'answered', text, hasSms } });
    return { hasSms };
  }),
  handle(closeFeedback, async (tx, { feedbackId, note }, act) => {
    const row = await close(tx, feedbackId, note);
    act.describe({ ...subjectOf(row), before: { state: row.state }, after: { state: 'closed', note } });
    return {};
  }),
];

export const feedbackListServer = handleReport(feedbackList, async (tx, filters, paging) => {
  const where = lotCondition(tx.who, 'feedback')
    // What nobody has taken yet is there to be taken.
    .own(tx.who, '(feedback.claimed_by is null or feedback.claimed_by = ?)')
    .add('feedback.lot_id = ?', filters.lotId)
    .add('feedback.kind = ?', filters.kind)
    .plate('feedback.plate', filters.plate)
    .add('position(lower(?) in lower(feedback.content)) > 0', filters.word)
    .add('feedback.claimed_by = ?', filters.isMine ? tx.who.userId : null)
    .add('feedback.created_at >= ?', filters.from)
    .add('feedback.created_at <= ?', filters.to);
  const [totals] = await tx.query<{ newCount: number; claimedCount: number }>(
    `select (count(*) filter (where state = 'new'))::int as "newCount",
       (count(*) filter (where state = 'claimed'))::int as "claimedCount"
     from feedback where ${where.sql} and state in ('new', 'claimed')`,
    where.values,
  );
  where.add('feedback.state = ?', filters.state);
  const size = await sizeOf(tx, 'feedback', where);
  const rows = await tx.query<ReportRow<typeof feedbackList>>(
    `select feedback.id, feedback_no as "feedbackNo", feedback.created_at as "createdAt", state, kind, content,
       feedback.lot_id as "lotId", feedback.plate, mobile, order_id as "orderId", o.order_no as "orderNo",
       (select count(*) from feedback_picture p where p.tenant_id = feedback.tenant_id and p.feedback_id = feedback.id)::int
         as "pictureCount",
       claimed_by as "claimedById", claimed_by_name as "claimedByName", claimed_at as "claimedAt",
       a.text as answer, a.actor_name as "answeredByName", a.at as "answeredAt",
       closed_at as "closedAt", closed_by_name as "closedByName", close_note as "closeNote"
     from feedback
     left join parking_order o on o.tenant_id = feedback.tenant_id and o.id = feedback.order_id
     left join lateral (select text, actor_name, at from feedback_answer a
       where a.tenant_id = feedback.tenant_id and a.feedback_id = feedback.id order by a.id desc limit 1) a on true
     where ${where.sql}
     order by ${orderBy(paging, { createdAt: 'feedback.created_at not null' }, 'feedback.created_at desc, feedback.id desc')}`,
    where.values,
    paging,
  );
  return { rows, ...size, totals };
});
