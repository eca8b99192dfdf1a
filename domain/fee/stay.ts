import type { DayKind, Text } from './tariff.ts';

/** Kinds of days by local day 'YYYY-MM-DD'; days left out are workdays Monday to Friday and weekend otherwise. */
export type Calendar = Readonly<Record<string, DayKind>> | ((dayKey: string) => DayKind | undefined);

/** A part of a stay that is not charged here: covered by a pack, or spent in an inner lot. */
export type Covered = { fromMs: number; toMs: number; reason?: Text };

/** A payment that settled everything due at that time; `amountFen` includes the reductions applied then. */
export type Paid = { atMs: number; amountFen: number };

/** Another stay of the same plate that may share caps and free time, with its fee lines. */
export type EarlierStay = {
  enteredAtMs: number;
  exitAtMs: number;
  lines: readonly { fromMs: number; amountFen: number; rule?: string }[];
};

/** One stay to be priced; instants are epoch milliseconds, `zone` the IANA name of the lot's time zone. */
export type Stay = {
  enteredAtMs: number;
  /** Exit, or now for the fee so far. */
  exitAtMs: number;
  zone: string;
  vehicleKind?: string;
  plateColor?: number;
  /** A stay without it is on a standard spot. */
  spotKind?: string;
  calendar?: Calendar;
  covered?: readonly Covered[];
  paid?: readonly Paid[];
  earlier?: readonly EarlierStay[];
};

/** One line of a priced stay: the amount charged or deducted, for which time, by which rule of which version, in words. */
export type FeeLine = {
  fromMs: number;
  toMs: number;
  /**
   * Machine id: plan, then window and step number, `spot`, `free`, `covered`, `cap`, `whole`, `mark`, `minimum`, `percent`, `grace` or `rounding`;
   * `no-plan` where no plan applies.
   */
  rule: string;
  ruleVersion: number;
  /** Units charged; may be a fraction. */
  units: number;
  unitPriceFen: number;
  /** Whole fen; negative for a cap or a reduction. */
  amountFen: number;
  zh: string;
  en: string;
};

/** A priced stay: the lines add up to `totalFen`; `dueFen` is what remains unpaid, never negative. */
export type PricedStay = { totalFen: number; paidFen: number; dueFen: number; lines: FeeLine[] };
