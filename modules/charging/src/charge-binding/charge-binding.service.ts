import { dayKey } from '@boyun/domain/period';
import { type BoundStay, bindingFits, bindingRank } from '@boyun/domain/tariff-choice';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { chargingRefusal } from '../charge-rule/charge-rule.contract.ts';
import type { BindingOddity } from './charge-binding.contract.ts';
import { type Binding, type BoundLot, findBindings, findLots } from './charge-binding.queries.ts';

/** The fields that decide which cars and days a binding applies to. */
export type BindingRange = Pick<
  Binding,
  'lotId' | 'areaId' | 'vehicleKinds' | 'spotKinds' | 'plateColors' | 'fromDay' | 'toDay' | 'chargeRuleId'
>;

/** Returns the rank of a binding; the highest applies. The statement of `findTariff` uses the same order. */
function rankOf(one: BindingRange): number {
  return bindingRank(one.lotId ? 'lot' : one.areaId ? 'area' : 'everywhere', one);
}

/** Returns whether some car and day match both bindings, regardless of place. */
function overlaps(a: BindingRange, b: BindingRange): boolean {
  const meet = <T>(one: readonly T[], other: readonly T[]) =>
    one.length === 0 || other.length === 0 || one.some((each) => other.includes(each));
  const begins = (one: BindingRange) => one.fromDay ?? '0000-01-01';
  const ends = (one: BindingRange) => one.toDay ?? '9999-12-31';
  return (
    meet(a.vehicleKinds, b.vehicleKinds) &&
    meet(a.spotKinds, b.spotKinds) &&
    meet(a.plateColors, b.plateColors) &&
    begins(a) <= ends(b) &&
    begins(b) <= ends(a)
  );
}

/** Returns whether the first binding matches every car and day of the second. */
function covers(a: BindingRange, b: BindingRange): boolean {
  const takesAll = <T>(one: readonly T[], other: readonly T[]) =>
    one.length === 0 || (other.length > 0 && other.every((each) => one.includes(each)));
  return (
    takesAll(a.vehicleKinds, b.vehicleKinds) &&
    takesAll(a.spotKinds, b.spotKinds) &&
    takesAll(a.plateColors, b.plateColors) &&
    (a.fromDay === null || (b.fromDay !== null && a.fromDay <= b.fromDay)) &&
    (a.toDay === null || (b.toDay !== null && a.toDay >= b.toDay))
  );
}

/** Returns whether a binding applies to a lot. */
export function holdsIn(one: BindingRange, lot: BoundLot): boolean {
  return one.lotId ? one.lotId === lot.id : one.areaId === null || one.areaId === lot.areaId;
}

/** Returns the binding that prices a stay; null where none applies. */
export function bindingOf(bindings: readonly BindingRange[], lot: BoundLot, stay: BoundStay): BindingRange | null {
  let best: BindingRange | null = null;
  for (const one of bindings) {
    const fits = holdsIn(one, lot) && bindingFits(one, stay);
    if (fits && (best === null || rankOf(one) > rankOf(best))) best = one;
  }
  return best;
}

/** Throws `binding-overlap` for a binding that overlaps another one of the same rank. */
export async function refuseOverlap(tx: TenantTx, one: BindingRange, ownId: string | null): Promise<void> {
  // Concurrent changes of bindings are serialized.
  await tx.lock('charge-binding');
  const isSamePlace = (other: Binding) => other.lotId === one.lotId && other.areaId === one.areaId;
  const equal = (await findBindings(tx)).find(
    (other) => other.id !== ownId && isSamePlace(other) && rankOf(other) === rankOf(one) && overlaps(other, one),
  );
  if (equal) throw new Refusal(chargingRefusal['binding-overlap'], { other: equal.ruleName });
}

/** A finding about a binding; `lotId` is the lot concerned, where there is one. */
export interface Oddity {
  readonly kind: keyof typeof BindingOddity;
  readonly bindingId: string;
  readonly chargeRuleId: string;
  readonly otherId: string | null;
  readonly lotId: string | null;
  /** Whether the other binding belongs to another charge rule; such findings are also listed when this rule is published. */
  readonly isConflict: boolean;
  /** A stay that shows the finding: its first day, and a car where the binding names any. */
  readonly stay: {
    readonly fromDay: string;
    readonly vehicleKind: string | null;
    readonly plateColor: number | null;
    readonly spotKind: string | null;
  };
  readonly zh: string;
  readonly en: string;
}

/** Returns an element both lists have in common, an empty list meaning all; null where both are empty. */
function common<T>(a: readonly T[], b: readonly T[]): T | null {
  return (a.length === 0 ? b[0] : (a.find((one) => b.includes(one)) ?? a[0])) ?? null;
}

function oddityOf(one: Binding, lots: readonly BoundLot[], bindings: readonly Binding[], today: string): Oddity[] {
  const found: Oddity[] = [];
  const met = (other: BindingRange) => ({
    fromDay: [one.fromDay ?? '', other.fromDay ?? ''].sort().at(-1)!,
    vehicleKind: common(one.vehicleKinds, other.vehicleKinds),
    plateColor: common(one.plateColors, other.plateColors),
    spotKind: common(one.spotKinds, other.spotKinds),
  });
  const about = {
    bindingId: one.id,
    chargeRuleId: one.chargeRuleId,
    otherId: null,
    lotId: one.lotId,
    isConflict: false,
    stay: met(one),
  };
  if (one.toDay !== null && one.toDay < today)
    return [
      {
        ...about,
        kind: 'over',
        zh: `“${one.ruleName}”的绑定已于${one.toDay}结束`,
        en: `The binding of "${one.ruleName}" ended on ${one.toDay}`,
      },
    ];
  if (!one.hasVersion)
    found.push({
      ...about,
      kind: 'no-version',
      zh: `“${one.ruleName}”还没有生效的版本，不起作用`,
      en: `"${one.ruleName}" has no version in force, so the binding has no effect`,
    });
  for (const lot of lots.filter((each) => holdsIn(one, each))) {
    const above = bindings.filter(
      (other) =>
        other.hasVersion &&
        (other.toDay === null || other.toDay >= today) &&
        holdsIn(other, lot) &&
        rankOf(other) > rankOf(one) &&
        overlaps(other, one),
    );
    const whole = above.find((other) => covers(other, one));
    if (whole)
      found.push({
        ...about,
        kind: 'shadowed',
        isConflict: whole.chargeRuleId !== one.chargeRuleId,
        stay: met(whole),
        otherId: whole.id,
        lotId: lot.id,
        zh: `在“${lot.name}”，“${one.ruleName}”始终被更具体的“${whole.ruleName}”取代`,
        en: `In "${lot.name}" the more specific "${whole.ruleName}" always overrides "${one.ruleName}"`,
      });
    else
      for (const other of above)
        found.push({
          ...about,
          kind: 'partly-shadowed',
          isConflict: other.chargeRuleId !== one.chargeRuleId,
          stay: met(other),
          otherId: other.id,
          lotId: lot.id,
          zh: `在“${lot.name}”，部分车辆或日期按更具体的“${other.ruleName}”收费，不用“${one.ruleName}”`,
          en: `In "${lot.name}" the more specific "${other.ruleName}" overrides "${one.ruleName}" for some cars or days`,
        });
  }
  return found;
}

/** Returns the findings about the bindings in the caller's lots. */
export async function findOddities(tx: TenantTx): Promise<Oddity[]> {
  const [bindings, lots] = [await findBindings(tx), await findLots(tx)];
  const today = dayKey(tx.now.getTime(), tx.who.zone);
  return bindings
    .filter((one) => one.lotId === null || lots.some((lot) => lot.id === one.lotId))
    .flatMap((one) => oddityOf(one, lots, bindings, today));
}

/** Returns the caller's lots in which no binding covers every car today. */
export async function findBareLots(tx: TenantTx): Promise<BoundLot[]> {
  const bindings = (await findBindings(tx)).filter((one) => one.hasVersion);
  const today = dayKey(tx.now.getTime(), tx.who.zone);
  return (await findLots(tx)).filter(
    (lot) => bindingOf(bindings, lot, { day: today, vehicleKind: null, plateColor: 0, spotKind: null }) === null,
  );
}
