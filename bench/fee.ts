import { benchFee } from '@boyun/domain/fee-bench';
import { benchReductions } from '@boyun/domain/reduction-bench';
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
    reductionRow(perSecond),
    {
      metric: `fee: slowest of ${templates.length} further tariffs and stays`,
      ours: perSecond(quantile(templates, 0)),
    },
  ];
}

/** Quotes with five reductions, beside quotes of the same stays without any. */
function reductionRow(perSecond: (value: number) => string): Row {
  const { reduced, plain } = benchReductions();
  return {
    metric: 'fee: 3 h with five reductions',
    ours: perSecond(reduced),
    reference: `${perSecond(plain)} (no reductions)`,
    ratio: reduced / plain,
  };
}
