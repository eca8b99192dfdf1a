import type { DayKind } from '@boyun/domain/fee';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import chineseDays from 'chinese-days';
import { chargingRefusal } from '../charge-rule/charge-rule.contract.ts';

/** Cache name of a tenant's calendar. */
export const CALENDAR_KEPT = 'holidays';

/** Returns the tenant's days whose kind differs from their weekday. */
export function calendarOf(tx: TenantTx): Promise<Readonly<Record<string, DayKind>>> {
  return tx.cached(CALENDAR_KEPT, async () => {
    const rows = await tx.query<{ day: string; kind: DayKind }>('select day, kind from holiday where tenant_id = $1', [
      tx.tenantId,
    ]);
    return Object.fromEntries(rows.map(({ day, kind }) => [day, kind]));
  });
}

/** Returns the days of a year named in the State Council's notice; none where the notice is not known. */
function noticeOf(year: number): { day: string; nameZh: string; nameEn: string; kind: 'holiday' | 'workday' }[] {
  const found = [];
  for (let at = Date.UTC(year, 0, 1); new Date(at).getUTCFullYear() === year; at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    const { name, work } = chineseDays.getDayDetail(day);
    // The name of a day in the notice is "English,Chinese,days"; that of any other day is the English weekday.
    const [nameEn, nameZh] = name.split(',');
    if (nameEn && nameZh) found.push({ day, nameZh, nameEn, kind: work ? ('workday' as const) : ('holiday' as const) });
  }
  return found;
}

/** Adds the missing days of a year's notice. */
export async function fillHolidays(tx: TenantTx, year: number): Promise<{ addedCount: number; keptCount: number }> {
  const days = noticeOf(year);
  if (days.length === 0) throw new Refusal(chargingRefusal['year-unknown'], { year });
  const added = await tx.query(
    `insert into holiday (tenant_id, id, created_at, updated_at, day, name_zh, name_en, kind)
     select $1, id, $2, $2, day, zh, en, kind
     from unnest($3::uuid[], $4::date[], $5::text[], $6::text[], $7::text[]) as d(id, day, zh, en, kind)
     on conflict (tenant_id, day) do nothing returning id`,
    [
      tx.tenantId,
      tx.now,
      days.map(() => tx.newId()),
      days.map((one) => one.day),
      days.map((one) => one.nameZh),
      days.map((one) => one.nameEn),
      days.map((one) => one.kind),
    ],
  );
  tx.invalidate(CALENDAR_KEPT);
  return { addedCount: added.length, keptCount: days.length - added.length };
}
