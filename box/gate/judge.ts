import { lanePolicyOf } from '@boyun/domain/lane-policy';
import { formatYuan } from '@boyun/domain/money';
import { decisionOffline, modeOffline } from '@boyun/domain/offline';
import { dayStart } from '@boyun/domain/period';
import { noPlate, type PlateColor, temporaryPlate } from '@boyun/domain/plate';
import { decideStanding, type StandingDecision, type StandingFacts, temporaryWords } from '@boyun/domain/standing';
import { judgeEntry, plateKey, SAME_CAR_MS, type Words } from '@boyun/domain/stay';
import { judgeExit, payByHandWords } from '@boyun/domain/stay-exit';
import { tidalDirection } from '@boyun/domain/tidal';
import type { Snapshot } from '../store/snapshot.ts';
import type { LocalStay, Stays } from '../store/stays.ts';
import type { LaneValue, LotValue, WhenOffline } from '../wire.ts';
import type { LocalQuote, Pricing } from './price.ts';

/** A car at a lane. */
export interface Car {
  /** Null when none could be read. */
  readonly plate: string | null;
  readonly plateColor: PlateColor;
  readonly vehicleKind: string | null;
  readonly confidence: number;
  readonly happenedMs: number;
  /** Kept by the camera while it was offline, or too old for an answer. */
  readonly isLate: boolean;
  readonly isByRemote: boolean;
}

/** What the box would do with a car. */
export interface Judgement {
  readonly direction: 'entry' | 'exit';
  readonly decision: 'open' | 'hold' | 'refuse' | 'record';
  readonly words: Words;
  readonly screen: Words;
  /** The plate the car has from now on. */
  readonly carried: string;
  readonly standing: string;
  readonly entry: { readonly kind: string; readonly id: string } | null;
  /** It begins a stay; of the same car, the stay that is open ends. */
  readonly opensStay: boolean;
  readonly closes: LocalStay | null;
  /** The stay at an exit, and whether it ends. */
  readonly stay: LocalStay | null;
  readonly endsStay: boolean;
  readonly quote: LocalQuote | null;
}

/** Judges cars by what the box knows, with the rules of the cloud. */
export class Judge {
  readonly #snapshot: Snapshot;
  readonly #stays: Stays;
  readonly #pricing: Pricing;
  readonly #random: () => number;

  constructor(snapshot: Snapshot, stays: Stays, pricing: Pricing, random: () => number) {
    this.#snapshot = snapshot;
    this.#stays = stays;
    this.#pricing = pricing;
    this.#random = random;
  }

  /** A temporary plate for a car without one. */
  issuePlate(): string {
    return temporaryPlate(this.#random);
  }

  /** Judges a car at a lane. */
  judge(lane: LaneValue, car: Car): Judgement {
    const lot = this.#snapshot.all('lot')[0]!;
    const whenOffline = this.#snapshot.all('box')[0]?.WhenOffline ?? 'list';
    const direction = tidalDirection(lane.TidalPlan, lane.Direction, car.happenedMs, lot.TimeZone);
    return direction === 'entry' ? this.#entry(lot, lane, car, whenOffline) : this.#exit(lot, lane, car, whenOffline);
  }

  #entry(lot: LotValue, lane: LaneValue, car: Car, whenOffline: WhenOffline): Judgement {
    const { plate, happenedMs } = car;
    const standing = this.#standing(lot, car);
    const inside = plate ? this.#stays.inside(plate) : null;
    const isNear =
      inside !== null && inside.EntryLaneId === lane.Id && Math.abs(inside.enteredMs - happenedMs) < SAME_CAR_MS;
    const old = inside && (!car.isLate || inside.enteredMs <= happenedMs || isNear) ? inside : null;
    const kind = this.#snapshot.all('kind').find((one) => one.Name === standing.standing);
    const judged = judgeEntry({
      plate,
      confidence: car.confidence,
      isLate: car.isLate,
      standing: standing.standing,
      standingName: standing.name,
      blackAction: standing.action,
      standingWords: standing.words,
      lotState: lot.State,
      policy: lanePolicyOf(lane.Policies, {
        standing: standing.standing,
        byDefault: kind?.LanePolicy,
        isFree: kind?.IsFree ?? false,
        vehicleKind: car.vehicleKind,
      }),
      mode: modeOffline(whenOffline, modeAt(lane, happenedMs)),
      whenFull: lane.WhenFull,
      noPlate: lane.NoPlate,
      duplicateEntry: lot.DuplicateEntry,
      carsInside: this.#stays.countInside(),
      capacity: lot.Capacity,
      insideSinceMs: old ? happenedMs - old.enteredMs : null,
      isSameLane: old?.EntryLaneId === lane.Id,
      // Only the cloud compares commands with the loops behind the barriers.
      hasTurnedBack: false,
    });
    const outcome = decisionOffline(whenOffline, judged);
    const isSameReading = car.isLate && old !== null && isNear;
    return {
      direction: 'entry',
      decision: outcome.decision,
      words: outcome.words,
      screen: outcome.screen,
      carried: outcome.issuesPlate ? this.issuePlate() : (plate ?? noPlate),
      standing: standing.standing,
      entry: standing.entry,
      opensStay: outcome.opensStay && !isSameReading,
      closes: outcome.closesOldStay && !isSameReading ? old : null,
      stay: null,
      endsStay: false,
      quote: null,
    };
  }

  #standing(lot: LotValue, { plate, vehicleKind, happenedMs }: Car): StandingDecision {
    const unknown = { standing: 'temporary', name: temporaryWords, entry: null, action: null };
    if (!plate) return { ...unknown, words: { zh: '无牌车', en: 'No plate' } };
    const kinds = new Map(this.#snapshot.all('kind').map((one) => [one.Name, one]));
    const entries = this.#snapshot.entriesOf(plate, happenedMs).filter((one) => kinds.has(one.Kind));
    const ids = [...new Set(entries.flatMap((one) => [one.EntryId, ...one.SharedIds]))];
    const uses = this.#stays.uses(ids, plate, dayStart(happenedMs, lot.TimeZone));
    return decideStanding({
      atMs: happenedMs,
      zone: lot.TimeZone,
      vehicleKind,
      arrears: this.#arrearsOf(lot, plate),
      entries: entries.map((one) => {
        const kind = kinds.get(one.Kind)!;
        return {
          kind: { name: kind.Name, words: { zh: kind.Zh, en: kind.En }, rank: kind.Rank },
          id: one.EntryId,
          action: one.Action,
          text: one.Text,
          hours: one.Hours,
          vehicleKinds: one.VehicleKinds,
          places: one.Places,
          // As many cars as there are places share them with nobody.
          taken:
            one.Places !== null && one.SharedCount > one.Places
              ? one.SharedIds.reduce((sum, id) => sum + (uses.get(id)?.inside ?? 0), 0)
              : 0,
          timesPerDay: one.TimesPerDay,
          usedToday: uses.get(one.EntryId)?.stays ?? 0,
        };
      }),
    });
  }

  /** What a plate owed when the cloud was last asked; sums that stop nobody are not known. */
  #arrearsOf({ Arrears }: LotValue, plate: string): StandingFacts['arrears'] {
    if (!Arrears) return null;
    const [debt] = this.#snapshot.ofPlate('debt', plate);
    return { owedFen: debt?.OwedFen ?? 0, limitFen: Arrears.LimitFen, rank: Arrears.Rank };
  }

  #exit(lot: LotValue, lane: LaneValue, car: Car, whenOffline: WhenOffline): Judgement {
    const { plate, happenedMs } = car;
    const match = plate ? this.#stayOf(plate, happenedMs) : { kind: 'none' as const, stay: null };
    const { stay } = match;
    const quote = stay && this.#pricing.quote(lot, stay, happenedMs);
    const dueFen = quote?.dueFen ?? 0;
    const standing = stay?.Standing ?? 'temporary';
    const kind = this.#snapshot.all('kind').find((one) => one.Name === standing);
    const judged = judgeExit({
      plate,
      confidence: car.confidence,
      isLate: car.isLate,
      isByRemote: car.isByRemote,
      match: match.kind,
      orderPlate: stay?.Plate ?? null,
      hasJustLeft: !stay && plate !== null && this.#stays.hasLeft(plate, happenedMs, SAME_CAR_MS),
      unmatched: lane.Unmatched,
      mode: modeOffline(whenOffline, modeAt(lane, happenedMs)),
      dueFen,
      dueYuan: formatYuan(dueFen),
      debtYuan: null,
      standingWords: kind ? { zh: kind.Zh, en: kind.En } : temporaryWords,
      debit: null,
    });
    const outcome = decisionOffline(whenOffline, judged);
    return {
      direction: 'exit',
      decision: outcome.decision,
      words: outcome.words,
      screen: outcome.asksPayment ? payByHandWords(formatYuan(dueFen)) : outcome.screen,
      carried: stay?.Plate ?? plate ?? noPlate,
      standing,
      entry: stay?.ListKind && stay.ListEntryId ? { kind: stay.ListKind, id: stay.ListEntryId } : null,
      opensStay: false,
      closes: null,
      stay,
      endsStay: judged.endsStay,
      quote,
    };
  }

  /** The stay of a plate: by the plate itself, else the only one a camera may have read for it. */
  #stayOf(plate: string, happenedMs: number) {
    const exact = this.#stays.inside(plate);
    if (exact && exact.enteredMs <= happenedMs) return { kind: 'exact' as const, stay: exact };
    const alike = this.#stays
      .insideLike(plate)
      .filter((one) => one.enteredMs <= happenedMs && plateKey(one.Plate) === plateKey(plate));
    if (alike.length === 1) return { kind: 'alike' as const, stay: alike[0]! };
    return { kind: alike.length > 1 ? ('several' as const) : ('none' as const), stay: null };
  }
}

/** The mode of a lane at a moment: one that was set for a time ends by itself. */
function modeAt({ Mode, ModeUntil }: LaneValue, atMs: number): LaneValue['Mode'] {
  return ModeUntil && Date.parse(ModeUntil) <= atMs ? 'normal' : Mode;
}
