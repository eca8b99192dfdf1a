import { kernelRefusal, Refusal, type Row } from '@boyun/kernel/contract';
import { serve } from '@boyun/kernel/server';
import { sentry, sentryRefusal } from './sentry.contract.ts';
import { findBoxPlace, findLanesFor, findOnDuty, findSentryLanes, replaceSentryLanes } from './sentry.queries.ts';

/** Booths; their lanes and their box stand in the same lot, and a lane is looked after from one booth. */
export const sentryServer = serve(sentry, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof sentry>;
    const box = row.boxId ? await findBoxPlace(tx, row.boxId) : null;
    if (box && box.lotId !== row.lotId) throw new Refusal(sentryRefusal['box-elsewhere'], { box: box.name });
    return values;
  },
  async afterWrite(tx, row, before) {
    const hasMoved = before !== null && before.lotId !== row.lotId;
    if (row.laneIds === undefined && !hasMoved) return;
    const laneIds = [...new Set(row.laneIds ?? (await findSentryLanes(tx, [row.id])).map((one) => one.laneId))];
    const lanes = await findLanesFor(tx, laneIds, row.id);
    if (lanes.length < laneIds.length)
      throw new Refusal(kernelRefusal['not-found'], { what: sentry.fields.laneIds.label[tx.who.language] });
    for (const { name, lotId, otherSentry } of lanes) {
      if (lotId !== row.lotId) throw new Refusal(sentryRefusal['lane-elsewhere'], { lane: name });
      if (otherSentry) throw new Refusal(sentryRefusal['lane-taken'], { lane: name, sentry: otherSentry });
    }
    await replaceSentryLanes(tx, row.id, laneIds);
  },
  async afterRead(tx, rows) {
    const ids = rows.map((row) => row.id);
    const [lanes, people] = await Promise.all([findSentryLanes(tx, ids), findOnDuty(tx, ids)]);
    for (const row of rows) {
      const own = lanes.filter((one) => one.sentryId === row.id);
      row.laneIds = own.map((one) => one.laneId);
      row.laneNames = own.map((one) => one.name).join(tx.who.language === 'zh' ? '、' : ', ');
      row.onDuty = people.find((one) => one.sentryId === row.id)?.name ?? null;
    }
  },
});
