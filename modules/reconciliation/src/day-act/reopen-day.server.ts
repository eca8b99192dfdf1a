import { Refusal } from '@boyun/kernel/contract';
import { handle, type TenantTx } from '@boyun/kernel/server';
import { isTrial, type PlantKind, plantDifferences } from '@boyun/money/server';
import { reviewedAct } from '@boyun/reviews/server';
import { askBill } from '../bill-import/fetch-bill.jobs.ts';
import { channelDayRefusal, DayState, plantInBill, reopenDay } from '../channel-day/channel-day.contract.ts';
import { settleDay } from '../channel-day/channel-day.queries.ts';
import { billPlanted, dayReopened } from '../channel-day/channel-day-event.contract.ts';
import { reconciliationReviews } from '../difference/difference-review.contract.ts';
import { requireDay } from './channel-day.server.ts';

interface Reopening {
  readonly channelDayId: string;
}

async function reopen(tx: TenantTx, { channelDayId }: Reopening): Promise<void> {
  const { day, data } = await requireDay(tx, channelDayId, 'reopen');
  await tx.query(
    `update channel_day set state = 'balanced', closed_at = null, closed_by = null, close_note = null, reopened_at = $3
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, day.id, tx.now],
  );
  await settleDay(tx, day.id);
  tx.emit(dayReopened, { subjectId: day.id, data });
}

/** Opens a closed day again once it is approved. */
export const askReopening = reviewedAct<Reopening>(reconciliationReviews.reopen.name, reopen);

/** Reopening of days, and the differences of trials. */
export const reopenServers = [
  handle(reopenDay, async (tx, { channelDayId, reason }, act) => {
    const { subject } = await requireDay(tx, channelDayId, 'reopen');
    const asked = await askReopening(tx, {
      lotIds: [],
      ...subject,
      summary: { zh: `反关账 ${subject.subject}`, en: `Reopen ${subject.subject}` },
      changes: [{ label: { zh: '状态', en: 'State' }, before: DayState.closed, after: DayState.balanced }],
      amountFen: null,
      counting: 'alone',
      reason,
      payload: { channelDayId },
    });
    act.describe({ ...subject, after: { note: reason, effect: asked.effect } });
    return { reviewId: asked.reviewId, isPending: asked.isPending };
  }),
  handle(plantInBill, async (tx, { channelDayId, kinds }, act, kernel) => {
    const { day, source, subject, data } = await requireDay(tx, channelDayId, 'fetch');
    if (source.channel !== 'sandbox' || !(await isTrial(tx))) throw new Refusal(channelDayRefusal['only-in-trial']);
    if (day.endsAt > tx.now) throw new Refusal(channelDayRefusal['not-over']);
    const planted = await plantDifferences(tx, day.day, kinds as readonly PlantKind[]);
    await askBill(kernel, tx, day.id);
    tx.emit(billPlanted, { subjectId: day.id, data });
    act.describe({ ...subject, after: { planted } });
    return { kinds: planted };
  }),
];
