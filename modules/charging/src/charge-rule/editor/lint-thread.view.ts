import { type LintContext, type LintFinding, lintTariff, type Tariff } from '@boyun/domain/fee';

/** A tariff to look through; the answer bears its number. */
export interface LintTask {
  readonly number: number;
  readonly tariff: Tariff;
  readonly context: LintContext | undefined;
}

/** What was found in the tariff of a number. */
export interface LintAnswer {
  readonly number: number;
  readonly findings: readonly LintFinding[];
}

// The linter prices hundreds of thousands of stays: in a thread of its own it never holds up a keystroke.
addEventListener('message', ({ data }: MessageEvent<LintTask>) => {
  const answer: LintAnswer = { number: data.number, findings: lintTariff(data.tariff, data.context) };
  postMessage(answer);
});
