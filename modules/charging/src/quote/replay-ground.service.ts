import type { Calendar, Tariff } from '@boyun/domain/fee';
import type { BoundStay } from '@boyun/domain/tariff-choice';
import { Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, type TenantTx } from '@boyun/kernel/server';
import { findBindings, findLots } from '../charge-binding/charge-binding.queries.ts';
import { bindingOf, holdsIn } from '../charge-binding/charge-binding.service.ts';
import { chargingRefusal } from '../charge-rule/charge-rule.contract.ts';
import { lockRule } from '../charge-rule/charge-rule.service.ts';
import { calendarOf } from '../holiday/holiday.service.ts';
import { findVersions } from '../tariff-version/tariff-version.queries.ts';
import { chosenOf } from '../tariff-version/tariff-version.service.ts';

/** Resolves the version and lots of a replay; without lots, all those the rule applies to. Throws refusals. */
export async function chooseReplay(
  tx: TenantTx,
  input: { readonly id: string; readonly number: number | null; readonly lotIds: readonly string[] },
): Promise<{ name: string; number: number; tariff: Tariff; lotIds: string[] }> {
  const { name } = await lockRule(tx, input.id);
  const { number, tariff } = chosenOf(tx, await findVersions(tx, [input.id]), input.number);
  const lots = await findLots(tx);
  const isUnknown = (id: string) => !coversLot(tx.who, id) || !lots.some((lot) => lot.id === id);
  if (input.lotIds.some(isUnknown)) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
  const own = (await findBindings(tx)).filter((one) => one.chargeRuleId === input.id);
  const lotIds =
    input.lotIds.length > 0
      ? [...new Set(input.lotIds)]
      : lots.filter((lot) => own.some((one) => holdsIn(one, lot))).map((lot) => lot.id);
  if (lotIds.length === 0) throw new Refusal(chargingRefusal['replay-nowhere']);
  return { name, number, tariff, lotIds };
}

/** The data that decides whether and how a rule prices a past stay. */
export interface ReplayGround {
  readonly calendar: Calendar;
  readonly lots: ReadonlyMap<string, { readonly name: string; readonly timeZone: string }>;
  /** Returns whether the rule would price a stay that began on a day; in lots the rule is not bound to, it prices all. */
  isPriced(lotId: string, stay: BoundStay): boolean;
}

/** Reads the data a replay needs. */
export async function readReplayGround(tx: TenantTx, ruleId: string, lotIds: readonly string[]): Promise<ReplayGround> {
  const bindings = await findBindings(tx);
  const lots = (await findLots(tx)).filter((lot) => lotIds.includes(lot.id));
  const bound = new Map(
    lots.map((lot) => {
      const there = bindings.filter((one) => holdsIn(one, lot));
      const isHome = there.some((one) => one.chargeRuleId === ruleId);
      // Where only this rule is bound, stays need no look-up.
      const isAlone = there.every(
        (one) =>
          one.chargeRuleId === ruleId &&
          one.vehicleKinds.length === 0 &&
          one.spotKinds.length === 0 &&
          one.plateColors.length === 0 &&
          one.fromDay === null &&
          one.toDay === null,
      );
      return [lot.id, isHome && !isAlone ? { lot, there } : null];
    }),
  );
  return {
    calendar: await calendarOf(tx),
    lots: new Map(lots.map((lot) => [lot.id, lot])),
    isPriced(lotId, stay) {
      const mixed = bound.get(lotId);
      return !mixed || bindingOf(mixed.there, mixed.lot, stay)?.chargeRuleId === ruleId;
    },
  };
}
