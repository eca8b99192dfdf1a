import { type TidalWindow, tidalClash } from '@boyun/domain/tidal';
import { kernelRefusal, Refusal, type ReportRow, type Row } from '@boyun/kernel/contract';
import { coversLot, handle, serveReport, serveResource } from '@boyun/kernel/server';
import {
  closeShift,
  countShift,
  getOwnShift,
  openShift,
  shiftList,
  shiftPlan,
  shiftRefusal,
} from './shift.contract.ts';
import { sumUncounted } from './shift.queries.ts';
import { countTill, goOnDuty, readOwnShift, signShift } from './shift.service.ts';

/** Plans of a booth do not overlap; the lot is taken from the booth. */
export const shiftPlanServer = serveResource(shiftPlan, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof shiftPlan>;
    const [booth] = await tx.query<{ lotId: string }>(
      'select lot_id from sentry where tenant_id = $1 and id = $2 for update',
      [tx.tenantId, row.sentryId],
    );
    if (!booth || !coversLot(tx.who, booth.lotId))
      throw new Refusal(kernelRefusal['not-found'], { what: shiftPlan.fields.sentryId.label[tx.who.language] });
    if (row.startsAt === row.endsAt) throw new Refusal(shiftRefusal['plan-empty']);
    const others = await tx.query<{ name: string; days: number[]; from: string; to: string }>(
      `select name, days, starts_at as "from", ends_at as "to" from shift_plan
       where tenant_id = $1 and sentry_id = $2 and id is distinct from $3::uuid`,
      [tx.tenantId, row.sentryId, before?.id ?? null],
    );
    const own: TidalWindow = { days: row.days as number[], from: row.startsAt, to: row.endsAt, direction: 'entry' };
    const clash = others.find((one) => tidalClash([own, { ...one, direction: 'entry' }]) !== null);
    if (clash) throw new Refusal(shiftRefusal['plan-overlap'], { plan: clash.name });
    return { ...values, lotId: booth.lotId };
  },
});

export const shiftListServer = serveReport(shiftList, ({ tx }) => ({
  from: 'shift',
  as: 's',
  columnJoins: `left join account_fact a on a.tenant_id = s.tenant_id and a.id = s.account_id
    left join account_fact r on r.tenant_id = s.tenant_id and r.id = s.receiver_id`,
  lot: 's.lot_id',
  own: '(s.account_id = ? or s.receiver_id = ?)',
  period: 's.opened_at',
  columns: {
    holderName: 'a.name',
    receiverName: 'r.name',
    cashFen: null,
    differenceFen: null,
    cashCount: '(select count(*) from shift_payment x where x.tenant_id = s.tenant_id and x.shift_id = s.id)::int',
  },
  order: 's.opened_at desc, s.id desc',
  async finish(rows: (ReportRow<typeof shiftList> & { readonly expectedFen: number | null })[]) {
    const shown = [];
    for (const row of rows) {
      const more = row.state === 'closed' ? { cashFen: 0, cashCount: 0 } : await sumUncounted(tx, row.id);
      const cashFen = (row.expectedFen ?? row.openingFen) - row.openingFen + more.cashFen;
      const expectedFen = row.openingFen + cashFen;
      const differenceFen = row.countedFen == null ? null : row.countedFen - expectedFen;
      shown.push({ ...row, cashFen, cashCount: row.cashCount + more.cashCount, expectedFen, differenceFen });
    }
    return shown;
  },
}));

export const getOwnShiftServer = handle(getOwnShift, readOwnShift);

export const openShiftServer = handle(openShift, async (tx, { sentryId, openingFen }, act) => {
  const { id, sentryName } = await goOnDuty(tx, sentryId, openingFen);
  act.describe({ subjectKind: 'shift', subjectId: id, subject: sentryName, after: { openingFen } });
  return { shiftId: id };
});

export const countShiftServer = handle(countShift, async (tx, input, act) => {
  const { shift, expectedFen, differenceFen } = await countTill(tx, input);
  const { countedFen, handedInFen, note } = input;
  act.describe({
    subjectKind: 'shift',
    subjectId: shift.id,
    subject: shift.sentryName,
    before: { countedFen: shift.countedFen, handedInFen: shift.handedInFen },
    after: { expectedFen, countedFen, differenceFen, handedInFen, note },
  });
  return { expectedFen, differenceFen };
});

export const closeShiftServer = handle(closeShift, async (tx, { shiftId, isTakingOver }, act) => {
  const { shift, nextShiftId } = await signShift(tx, shiftId, isTakingOver);
  act.describe({
    subjectKind: 'shift',
    subjectId: shiftId,
    subject: `${shift.sentryName} ${shift.holderName}`,
    after: { handedInFen: shift.handedInFen, nextShiftId },
  });
  return { nextShiftId };
});
