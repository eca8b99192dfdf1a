import { type LintContext, type LintFinding, lintTariff, type Tariff } from '@boyun/domain/fee';

/** A tariff to check; the result carries its number. */
export interface LintTask {
  readonly number: number;
  readonly tariff: Tariff;
  readonly context: LintContext | undefined;
}

/** The findings for the tariff with a number. */
export interface LintAnswer {
  readonly number: number;
  readonly findings: readonly LintFinding[];
}

// The linter prices hundreds of thousands of stays, so it runs in a worker and never blocks typing.
addEventListener('message', ({ data }: MessageEvent<LintTask>) => {
  const answer: LintAnswer = { number: data.number, findings: lintTariff(data.tariff, data.context) };
  postMessage(answer);
});
