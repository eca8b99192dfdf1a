/** What a list takes out of the fee of a stay, as stretches that are not charged. */
import { type DailyHours, type Span, spansWithin } from './daily-hours.ts';
import type { Covered } from './fee/stay.ts';
import type { Words } from './words.ts';

/** How long, when, and for which time an entry covers a car. */
export type CoverRule = {
  /** In words, for the line of the fee. */
  readonly words: Words;
  /** The stretches it is in force. */
  readonly spans: readonly Span[];
  readonly hours: DailyHours | null;
  /** Only so many minutes from the entry on; null for the whole stay. */
  readonly minutes: number | null;
};

/** The parts of a stay that entries cover, with the reason told on the line. */
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
