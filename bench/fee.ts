import { benchFee } from '@boyun/domain/fee-bench';
import { quantile, type Row } from './table.ts';

/** Stays priced by the fee engine a second of one core, against stepping through every minute. */
export function benchFees(): Row[] {
  const priced = benchFee();
  const measured = priced.filter((one) => one.ratio !== undefined);
  const templates = priced.filter((one) => one.ratio === undefined).map((one) => one.perSecond);
  const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')} /s`;
  return [
    ...measured.map(({ name, ratio, ...one }) => ({
      metric: `fee: ${name}`,
      ours: perSecond(one.perSecond),
      reference: `${perSecond(one.perSecond / ratio!)} (stepping by minutes)`,
      ratio,
    })),
    {
      metric: `fee: slowest of ${templates.length} further tariffs and stays`,
      ours: perSecond(quantile(templates, 0)),
    },
  ];
}
