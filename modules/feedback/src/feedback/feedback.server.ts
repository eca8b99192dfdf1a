import { type Language, type Output, Refusal } from '@boyun/kernel/contract';
import {
  asHolder,
  byPlate,
  containing,
  handle,
  handleFreely,
  type Kernel,
  serveReport,
  sql,
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

/** Server handlers of the public pages; callers are not signed in. */
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
      const { code, isNew, ...row } = await write(tx, input);
      const { kind, content, plate } = input;
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
        `select f.id, f.feedback_no, l.name as "lotName", l.time_zone, f.plate, f.kind, f.state,
           f.content, f.created_at
         from feedback f join lot_fact l on l.tenant_id = f.tenant_id and l.id = f.lot_id
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

/** Server handlers for drivers and staff. */
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

export const feedbackListServer = serveReport(feedbackList, ({ who }) => ({
  from: 'feedback',
  as: 'f',
  columnJoins: `left join stay_fact o on o.tenant_id = f.tenant_id and o.id = f.order_id
    left join lateral (select text, actor_name, at from feedback_answer a
      where a.tenant_id = f.tenant_id and a.feedback_id = f.id order by a.id desc limit 1) a on true`,
  lot: 'f.lot_id',
  // The scope of own records includes unclaimed feedback, because it is open to everyone.
  own: '(f.claimed_by is null or f.claimed_by = ?)',
  filters: {
    plate: byPlate('f.plate'),
    word: containing('f.content'),
    isMine: (isMine) => (isMine ? sql`f.claimed_by = ${who.userId}` : null),
  },
  period: 'f.created_at',
  columns: {
    orderNo: 'o.order_no',
    pictureCount:
      '(select count(*) from feedback_picture p where p.tenant_id = f.tenant_id and p.feedback_id = f.id)::int',
    claimedById: 'f.claimed_by',
    answer: 'a.text',
    answeredByName: 'a.actor_name',
    answeredAt: 'a.at',
  },
  order: 'f.created_at desc, f.id desc',
  aggregates: {
    of: {
      newCount: "(count(*) filter (where f.state = 'new'))::int",
      claimedCount: "(count(*) filter (where f.state = 'claimed'))::int",
    },
    without: ['state'],
    where: "f.state in ('new', 'claimed')",
  },
}));
