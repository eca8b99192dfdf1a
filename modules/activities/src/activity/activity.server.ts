import { formatYuan } from '@boyun/domain/money';
import { type Field, Refusal, type Row } from '@boyun/kernel/contract';
import { coversLots, handle, notFound, type ResourceHooks, serveResource, type TenantTx } from '@boyun/kernel/server';
import { checkHours } from '@boyun/lists/server';
import { reviewedTable } from '@boyun/reviews/server';
import { ACTIVITIES_KEPT, findSums } from './activity.queries.ts';
import { type ActivityKind, pauseActivity } from './activity-act.contract.ts';
import { activityPaused } from './activity-event.contract.ts';
import { type ActivityState, activityRefusal, activityReviews } from './activity-field.contract.ts';
import { customTimeDiscount } from './custom-time.contract.ts';
import { fixedAmount } from './fixed-amount.contract.ts';

/** The tables of the two kinds. */
const RESOURCES = { customTime: customTimeDiscount, fixedAmount } as const satisfies Record<ActivityKind, object>;

interface Common {
  readonly id?: string;
  readonly lotIds: readonly string[];
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly dailyFrom: string | null;
  readonly dailyTo: string | null;
  readonly budgetFen: number | null;
}

/** Refuses what no activity may be: an end before its start, lots the caller does not see, a budget below what was given. */
async function checkActivity(tx: TenantTx, row: Common): Promise<void> {
  if (tx.who.lotIds !== null && row.lotIds.length === 0) throw new Refusal(activityRefusal['lot-needed']);
  if (row.validUntil && row.validFrom > row.validUntil) throw new Refusal(activityRefusal['ends-before-start']);
  checkHours(row);
  if (row.id && row.budgetFen !== null) {
    const usedFen = (await findSums(tx, [row.id])).get(row.id)?.usedFen ?? 0;
    if (row.budgetFen < usedFen) throw new Refusal(activityRefusal['below-used'], { used: formatYuan(usedFen) });
  }
  tx.invalidate(ACTIVITIES_KEPT);
}

async function refuseUsed(tx: TenantTx, { id }: { readonly id: string }): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from activity_use where tenant_id = $1 and activity_id = $2',
    [tx.tenantId, id],
  );
  if (row!.count > 0) throw new Refusal(activityRefusal.used, { count: row!.count });
  tx.invalidate(ACTIVITIES_KEPT);
}

interface ReadRow {
  readonly id: string;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly isPaused: boolean;
  readonly budgetFen: number | null;
  state: ActivityState;
  usedFen: number;
  usedCount: number;
}

function stateOf(row: ReadRow, now: Date): ActivityState {
  if (row.validUntil && row.validUntil <= now) return 'over';
  if (row.isPaused) return 'paused';
  if (row.budgetFen !== null && row.usedFen >= row.budgetFen) return 'spent';
  return row.validFrom > now ? 'early' : 'running';
}

/** Adds what was used, and what the activity is now. */
async function showUse(tx: TenantTx, rows: ReadRow[]): Promise<void> {
  const sums = await findSums(
    tx,
    rows.map((row) => row.id),
  );
  for (const row of rows) {
    const { usedFen = 0, usedCount = 0 } = sums.get(row.id) ?? {};
    Object.assign(row, { usedFen, usedCount });
    row.state = stateOf(row, tx.now);
  }
}

const nameOf = (tx: TenantTx, field: Field) => field.label[tx.who.language];

/** Refuses an effect without its value, and values of other effects. */
function checkEffect(tx: TenantTx, row: Row<typeof customTimeDiscount>): void {
  const { percent, amountFen, minutes } = customTimeDiscount.fields;
  const values = {
    percent: [percent, row.percent],
    amount: [amountFen, row.amountFen],
    minutes: [minutes, row.minutes],
  } as const;
  for (const [effect, [field, value]] of Object.entries(values)) {
    const isNeeded = row.effect === effect;
    const isGiven = value !== null && value !== undefined;
    if (isNeeded !== isGiven)
      throw new Refusal(activityRefusal[isNeeded ? 'value-needed' : 'value-unused'], { field: nameOf(tx, field) });
  }
  if (row.effect === 'window' && !row.dailyFrom) throw new Refusal(activityRefusal['hours-needed']);
}

/** Custom-time discounts. */
export const customTimeServer = serveResource(customTimeDiscount, {
  ...reviewedTable(customTimeDiscount, activityReviews.customTime.name, (row) => row.remark),
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof customTimeDiscount>;
    await checkActivity(tx, row);
    checkEffect(tx, row);
    return values;
  },
  beforeDelete: refuseUsed,
  afterRead: showUse as ResourceHooks<typeof customTimeDiscount>['afterRead'],
});

/** Fixed-amount activities. */
export const fixedAmountServer = serveResource(fixedAmount, {
  ...reviewedTable(fixedAmount, activityReviews.fixedAmount.name, (row) => row.remark),
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof fixedAmount>;
    await checkActivity(tx, row);
    if (row.appliesTo === 'window' && !row.dailyFrom) throw new Refusal(activityRefusal['hours-needed']);
    return values;
  },
  beforeDelete: refuseUsed,
  afterRead: showUse as ResourceHooks<typeof fixedAmount>['afterRead'],
});

/** Pauses or resumes an activity; refuses one of lots the caller does not see. */
export const pauseActivityServer = handle(pauseActivity, async (tx, { kind, id, isPaused, reason }, act) => {
  const { table, name, title } = RESOURCES[kind];
  const [row] = await tx.query<{ name: string; lotIds: string[]; isPaused: boolean }>(
    `select name, lot_ids, is_paused from ${table} where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  if (!row || !coversLots(tx.who, row.lotIds)) throw notFound(tx.who, title);
  await tx.query(
    `update ${table} set is_paused = $3, updated_at = $4, version = version + 1 where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, isPaused, tx.now],
  );
  tx.invalidate(ACTIVITIES_KEPT);
  tx.emit(activityPaused, { lotId: null, subjectId: id, data: { name: row.name, isPaused } });
  act.describe({
    subjectKind: name,
    subjectId: id,
    subject: row.name,
    before: { isPaused: row.isPaused },
    after: { isPaused, ...(reason ? { reason } : {}) },
  });
  return {};
});
