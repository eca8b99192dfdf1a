import type { Tariff } from '@boyun/domain/fee';
import { workOffReplay } from '@boyun/replays/server';
import type { Product } from '@boyun/server/product';
import { type Call, signIn } from './sign-in.ts';

/** Stays of the published notices with the fees they name; entry and exit as their clocks show them. */
const EXAMPLES: Readonly<
  Record<string, readonly (readonly [name: string, entry: string, exit: string, fee: string])[]>
> = {
  'shenzhen-class-1-workday': [
    ['工作日上午四小时', '2026-03-04 09:00', '2026-03-04 13:00', '53.00'],
    ['十分钟内离场', '2026-03-04 09:00', '2026-03-04 09:10', '0.00'],
    ['周末不收费', '2026-03-07 10:00', '2026-03-07 15:30', '0.00'],
    ['国庆不收费', '2026-10-01 10:00', '2026-10-01 15:30', '0.00'],
  ],
  'mall-workday-holiday': [
    ['工作日购物', '2026-03-04 09:00', '2026-03-04 13:00', '24.00'],
    ['周末半天', '2026-03-07 10:00', '2026-03-07 15:30', '40.00'],
    ['停两天半，按日封顶', '2026-03-04 08:00', '2026-03-06 20:00', '120.00'],
  ],
  'guangzhou-day-night': [
    ['白天四小时', '2026-03-04 09:00', '2026-03-04 13:00', '12.00'],
    ['过夜', '2026-03-04 20:00', '2026-03-05 09:30', '16.00'],
  ],
  'first-hour-then-hourly-cap-15': [
    ['四小时', '2026-03-04 09:00', '2026-03-04 13:00', '8.00'],
    ['过夜封顶', '2026-03-04 20:00', '2026-03-05 09:30', '15.00'],
  ],
  'station-two-days': [
    ['接站', '2026-03-04 09:00', '2026-03-04 09:14', '5.00'],
    ['两天半', '2026-03-04 08:00', '2026-03-06 20:00', '160.00'],
  ],
};

/** The demo's clock is that of Shenzhen. */
const ZONE_MS = 8 * 3_600_000;

/** The public holidays of a year, and of the next one as soon as they are announced. */
export async function fillHolidays(call: Call, year: number): Promise<void> {
  await call('/api/holiday/fillYear', { Year: year });
  await call('/api/holiday/fillYear', { Year: year + 1 }).catch(() => undefined);
}

/** Writes the examples of the rules made from templates. */
export async function addExamples(call: Call, rules: ReadonlyMap<string, string>): Promise<void> {
  for (const [template, ChargeRuleId] of rules)
    for (const [Name, Entry, Exit, Expected] of EXAMPLES[template] ?? [])
      await call('/api/billRuleExample/create', { ChargeRuleId, Name, Entry, Exit, Expected });
}

/** The same tariff with one price of its first plan changed. */
function withPrice(tariff: Tariff, window: number, step: number, priceFen: number): Tariff {
  const changed = structuredClone(tariff);
  changed.plans[0]!.windows[window]!.steps[step]!.priceFen = priceFen;
  return changed;
}

/**
 * What goes on with the tariffs now: a draft whose last two weeks were priced again, one that waits for its review, and one
 * that takes effect on the first of next month.
 */
export async function workOnTariffs(
  product: Product,
  { tenantId, rules }: { readonly tenantId: number; readonly rules: ReadonlyMap<string, string> },
  from: Date,
  to: Date,
): Promise<void> {
  const operator = await signIn(product, 'operator');
  const finance = await signIn(product, 'finance');
  const draft = async (template: string, change: (tariff: Tariff) => Tariff, Note: string) => {
    const Id = rules.get(template);
    if (!Id) return null;
    const { Tariff: tariff } = await operator('/api/billRule/getVersion', { Id });
    await operator('/api/billRule/saveDraft', { Id, Tariff: change(tariff as Tariff), Note });
    return Id;
  };

  const shop = await draft('mall-workday-holiday', (one) => withPrice(one, 0, 0, 1000), '节假日每小时10元，下月起执行');
  if (shop) {
    // What the examples say of holidays changes with the tariff.
    const { Rows } = await operator('/api/billRuleExample/list', { ChargeRuleId: shop, Name: '周末半天' });
    for (const { Id } of Rows) await operator('/api/billRuleExample/update', { Id, Expected: '50.00' });
    await operator('/api/billRule/submit', { Id: shop, IsConfirmed: true });
    await finance('/api/billRule/approve', { Id: shop, Note: '与物价备案一致' });
    const local = new Date(to.getTime() + ZONE_MS);
    const first = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1) - ZONE_MS);
    const EffectiveFrom = first.toISOString();
    await operator('/api/billRule/publish', { Id: shop, EffectiveFrom, IsConfirmed: true });
  }

  const night = await draft('guangzhou-day-night', (one) => withPrice(one, 1, 0, 1200), '夜间每12小时调为12元');
  if (night) {
    const { Rows } = await operator('/api/billRuleExample/list', { ChargeRuleId: night, Name: '过夜' });
    for (const { Id } of Rows) await operator('/api/billRuleExample/update', { Id, Expected: '18.00' });
    await operator('/api/billRule/submit', { Id: night, IsConfirmed: true });
  }

  const office = await draft('shenzhen-class-1-workday', (one) => withPrice(one, 0, 0, 500), '首半小时拟调为5元');
  if (!office) return;
  const range = { From: from.toISOString(), To: to.toISOString() };
  const { ReplayId } = await operator('/api/billRule/startReplay', { Id: office, LotIds: [], ...range });
  await workOffReplay(product.kernel, tenantId, ReplayId);
}
