import { coveredBy } from '@boyun/domain/cover';
import type { DayKind, Tariff } from '@boyun/domain/fee';
import { holdsFor } from '@boyun/domain/granted';
import { dayKey } from '@boyun/domain/period';
import type { ReductionOffer } from '@boyun/domain/reduction';
import { offersOfLists, quoteStay, type ReducedQuote, reduceQuote } from '@boyun/domain/stay-quote';
import { bindingFits, bindingRank } from '@boyun/domain/tariff-choice';
import { type VipTerms, vipOffer } from '@boyun/domain/vip';
import type { Snapshot } from '../store/snapshot.ts';
import type { LocalStay, Stays } from '../store/stays.ts';
import type { BindingValue, LotValue, TariffValue, VipValue } from '../wire.ts';

/** A quote made here. */
export interface LocalQuote extends ReducedQuote {
  readonly versionId: string | null;
}

const reachOf = (one: BindingValue) => ({
  vehicleKinds: one.VehicleKinds,
  spotKinds: one.SpotKinds,
  plateColors: one.PlateColors,
  fromDay: one.FromDay,
  toDay: one.ToDay,
});

/** Prices stays with the tariffs the box has, by the code the cloud prices with. */
export class Pricing {
  readonly #snapshot: Snapshot;
  readonly #stays: Stays;

  constructor(snapshot: Snapshot, stays: Stays) {
    this.#snapshot = snapshot;
    this.#stays = stays;
  }

  /** Prices a stay up to a moment. */
  quote(lot: LotValue, stay: LocalStay, atMs: number): LocalQuote {
    const cover = this.#coverOf(lot, stay, atMs);
    const spotKind = stay.SpotKind ?? cover.spotKind;
    const version = this.#versionOf(lot, stay, spotKind, atMs);
    const tariff: Tariff | undefined = version?.Tariff;
    const times = { enteredAtMs: stay.enteredMs, atMs, zone: lot.TimeZone, vehicleKind: stay.VehicleKind };
    const quote = quoteStay(tariff, {
      ...times,
      plateColor: stay.PlateColor,
      spotKind,
      settlements: stay.Settlements.map(({ AtMs, AmountFen }) => ({ atMs: AtMs, amountFen: AmountFen })),
      covered: [],
      calendar: this.#calendar(),
      earlier: tariff?.linking ? this.#stays.earlier(stay.Plate, stay.id) : undefined,
    });
    const kind = this.#kindOf(stay.Standing);
    const reduced = reduceQuote({
      stay: { ...times, lotId: lot.Id },
      quote,
      settledFen: stay.PaidFen + stay.RefundedFen,
      offers: [
        ...offersOfLists({
          freeAs: kind?.IsFree ? { zh: kind.Zh, en: kind.En } : null,
          listEntryId: stay.ListEntryId,
          entries: cover.entries,
        }),
        ...this.#vipOffers(lot, stay, spotKind, atMs),
      ],
      promised: [],
      tariffs: new Map(),
    });
    return { ...reduced, versionId: version?.VersionId ?? null };
  }

  /** What the VIP groups of a plate take off. */
  #vipOffers(lot: LotValue, stay: LocalStay, spotKind: string | null, atMs: number): ReductionOffer[] {
    const { Plate, VehicleKind: vehicleKind, enteredMs } = stay;
    const granted = { lotId: lot.Id, vehicleKind, spotKind, enteredAt: new Date(enteredMs), at: new Date(atMs) };
    return this.#snapshot
      .ofPlate('vip', Plate)
      .filter((one) =>
        holdsFor(
          {
            lotIds: one.LotIds,
            vehicleKinds: one.VehicleKinds,
            spotKinds: one.SpotKinds,
            validFrom: new Date(one.ValidFrom),
            validUntil: new Date(one.ValidUntil),
          },
          granted,
        ),
      )
      .map((one) => vipOffer(termsOf(one), granted));
  }

  #kindOf(standing: string) {
    return this.#snapshot.all('kind').find((one) => one.Name === standing);
  }

  #calendar(): Readonly<Record<string, DayKind>> {
    return Object.fromEntries(this.#snapshot.all('day').map(({ Day, Kind }) => [Day, Kind]));
  }

  /** What the entry a car came in by exempts from the fee. */
  #coverOf(lot: LotValue, { ListKind, ListEntryId, Plate, enteredMs }: LocalStay, atMs: number) {
    const stay = { enteredAtMs: enteredMs, exitAtMs: atMs, zone: lot.TimeZone };
    const found = ListKind && ListEntryId ? this.#snapshot.covering(ListKind, ListEntryId, Plate) : [];
    const entries = found.flatMap(({ EntryId: entryId, Cover }) => {
      if (!Cover) return [];
      const words = { zh: Cover.Zh, en: Cover.En };
      const spans = Cover.Spans.map(({ FromMs, ToMs }) => ({ fromMs: FromMs, toMs: ToMs ?? Number.POSITIVE_INFINITY }));
      return [
        { entryId, words, spans: coveredBy([{ words, spans, hours: Cover.Hours, minutes: Cover.Minutes }], stay) },
      ];
    });
    return { entries, spotKind: found.find((one) => one.EntryId === ListEntryId)?.Cover?.SpotKind ?? null };
  }

  /** The version a stay began under, unless the one in force now prices by the exit. */
  #versionOf(lot: LotValue, stay: LocalStay, spotKind: string | null, atMs: number): TariffValue | null {
    const versions = this.#snapshot.all('tariff');
    const begun = stay.ChargeVersionId
      ? (versions.find((one) => one.VersionId === stay.ChargeVersionId) ?? null)
      : this.#versionAtEntry(lot, stay, spotKind);
    if (!begun) return null;
    const inForce = latestBy(versions, begun.RuleId, atMs);
    return inForce?.Tariff.versionBy === 'exit' ? inForce : begun;
  }

  #versionAtEntry(lot: LotValue, stay: LocalStay, spotKind: string | null): TariffValue | null {
    const versions = this.#snapshot.all('tariff');
    const { VehicleKind: vehicleKind, PlateColor: plateColor } = stay;
    const car = { day: dayKey(stay.enteredMs, lot.TimeZone), vehicleKind, plateColor, spotKind };
    const rank = (one: BindingValue) =>
      bindingRank(one.LotId ? 'lot' : one.IsArea ? 'area' : 'everywhere', reachOf(one));
    const bindings = this.#snapshot
      .all('binding')
      .filter((one) => bindingFits(reachOf(one), car))
      .sort((a, b) => rank(b) - rank(a) || (a.Id < b.Id ? -1 : 1));
    for (const { RuleId } of bindings) {
      const own = versions.filter((one) => one.RuleId === RuleId);
      // A car that entered before the first version began is priced by the first one.
      const first = own.toSorted((a, b) => Date.parse(a.EffectiveFrom) - Date.parse(b.EffectiveFrom))[0];
      const found = latestBy(own, RuleId, stay.enteredMs) ?? first;
      if (found) return found;
    }
    return null;
  }
}

const termsOf = (one: VipValue): VipTerms => ({
  id: one.Id,
  name: one.Name,
  effect: one.Effect,
  amountFen: one.AmountFen,
  percent: one.Percent,
  minutes: one.Minutes,
  priceFen: one.PriceFen,
  days: one.Days,
  dailyFrom: one.DailyFrom,
  dailyTo: one.DailyTo,
});

function latestBy(versions: readonly TariffValue[], ruleId: string, atMs: number): TariffValue | null {
  let found: TariffValue | null = null;
  for (const one of versions) {
    const fromMs = Date.parse(one.EffectiveFrom);
    if (one.RuleId === ruleId && fromMs <= atMs && (!found || fromMs >= Date.parse(found.EffectiveFrom))) found = one;
  }
  return found;
}
