/** The part of a stay that list entries exempt from the fee, as uncharged spans. */
import { type DailyHours, type Span, spansWithin } from './daily-hours.ts';
import type { Covered } from './fee/stay.ts';
import type { Words } from './words.ts';

/** For which hours, spans and minutes an entry covers a car. */
export type CoverRule = {
  /** Text for the fee line. */
  readonly words: Words;
  /** The spans in which it is valid. */
  readonly spans: readonly Span[];
  readonly hours: DailyHours | null;
  /** Covers only this many minutes from the entry; null for the whole stay. */
  readonly minutes: number | null;
};

/** Returns the parts of a stay that entries cover, with the reason shown on the fee line. */
export function coveredBy(
  rules: readonly CoverRule[],
  stay: { readonly enteredAtMs: number; readonly exitAtMs: number; readonly zone: string },
): Covered[] {
  return rules.flatMap((rule) =>
    rule.spans.flatMap((one) => {
      const span = {
        fromMs: Math.max(stay.enteredAtMs, one.fromMs),
        toMs: Math.min(
          stay.exitAtMs,
          one.toMs,
          rule.minutes === null ? Number.POSITIVE_INFINITY : stay.enteredAtMs + rule.minutes * 60_000,
        ),
      };
      return spansWithin(rule.hours, span, stay.zone).map((part) => ({ ...part, reason: rule.words }));
    }),
  );
}
