import { holdLanes, showHeldLanes } from '@boyun/facilities/server';
import { Refusal, type Row } from '@boyun/kernel/contract';
import { serveResource } from '@boyun/kernel/server';
import { sentry, sentryRefusal } from './sentry.contract.ts';
import { findBoxPlace, findOnDuty } from './sentry.queries.ts';

/** Booths: lanes and box must be in the booth's lot, and a lane belongs to at most one booth. */
export const sentryServer = serveResource(sentry, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof sentry>;
    const box = row.boxId ? await findBoxPlace(tx, row.boxId) : null;
    if (box && box.lotId !== row.lotId) throw new Refusal(sentryRefusal['box-elsewhere'], { box: box.name });
    return values;
  },
  afterWrite: (tx, row, before) =>
    holdLanes(tx, 'sentry', row, before, {
      elsewhere: (lane) => new Refusal(sentryRefusal['lane-elsewhere'], { lane }),
      taken: (lane, other) => new Refusal(sentryRefusal['lane-taken'], { lane, sentry: other }),
    }),
  async afterRead(tx, rows) {
    const ids = rows.map((row) => row.id);
    const [people] = await Promise.all([findOnDuty(tx, ids), showHeldLanes(tx, 'sentry', rows)]);
    for (const row of rows) row.onDuty = people.find((one) => one.sentryId === row.id)?.name ?? null;
  },
});
