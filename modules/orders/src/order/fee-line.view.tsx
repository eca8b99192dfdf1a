import { reductionPayers, reductionSources } from '@boyun/domain/reduction';
import type { Output } from '@boyun/kernel/contract';
import { durationText, Money, moneyText, timeText, useLanguage, useText } from '@boyun/kernel/web';
import type { getOrder } from './order.contract.ts';

/** One priced line of an order. */
type Line = Output<typeof getOrder>['feeLines'][number];

/** One reduction of its fee. */
type Reduction = Output<typeof getOrder>['reductions'][number];

/** `11-20 08:00 – 10:00`; the day of the end only where it is another one. */
export function spanText(from: Date, to: Date, zone?: string): string {
  const start = timeText(from, 'minute', zone).slice(5);
  const end = timeText(to, 'minute', zone).slice(5);
  return `${start} – ${start.slice(0, 5) === end.slice(0, 5) ? end.slice(6) : end}`;
}

/**
 * The fee line by line: when, by which rule in words, how many units at what price; bars that add up to the fee. Below it what
 * reduces the fee, and what is left of it.
 */
export function FeeLines({
  lines,
  reductions,
  feeFen,
  zone,
}: {
  lines: readonly Line[];
  reductions: readonly Reduction[];
  feeFen: number;
  zone: string;
}) {
  const t = useText();
  const language = useLanguage();
  if (lines.length === 0)
    return <p className="by-faint">{t({ zh: '尚未计费', en: 'Nothing has been charged yet' })}</p>;
  let sum = 0;
  const steps = lines.map((line) => {
    const before = sum;
    sum += line.amountFen;
    return { line, low: Math.min(before, sum), high: Math.max(before, sum) };
  });
  const top = Math.max(1, ...steps.map((step) => step.high));
  const percent = (value: number) => `${(value / top) * 100}%`;
  return (
    <table className="order-fee">
      <thead>
        <tr>
          <th scope="col">{t({ zh: '时段', en: 'Period' })}</th>
          <th scope="col">{t({ zh: '规则', en: 'Rule' })}</th>
          <th scope="col" className="order-number">
            {t({ zh: '数量 × 单价', en: 'Units × price' })}
          </th>
          <td className="order-bar-head" />
          <th scope="col" className="order-number">
            {t({ zh: '金额', en: 'Amount' })}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ line, low, high }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a fee never move among themselves
          <tr key={index} className={line.amountFen < 0 ? 'is-off' : line.amountFen === 0 ? 'is-free' : undefined}>
            <td className="by-figure order-span">{spanText(line.from, line.to, zone)}</td>
            <td>{language === 'zh' ? line.zh : line.en}</td>
            <td className="by-figure order-number by-faint">
              {line.amountFen > 0 && `${line.units} × ${moneyText(line.unitPriceFen)}`}
            </td>
            <td className="order-bar" aria-hidden="true">
              <i style={{ left: percent(low), width: percent(high - low) }} />
            </td>
            <td className="by-figure order-number">{moneyText(line.amountFen)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={4}>{t({ zh: '停车费合计', en: 'Fee' })}</td>
          <td className="order-number">
            <Money fen={feeFen} isStrong />
          </td>
        </tr>
        {reductions.length > 0 && <Reductions reductions={reductions} feeFen={feeFen} />}
      </tfoot>
    </table>
  );
}

function Reductions({ reductions, feeFen }: { reductions: readonly Reduction[]; feeFen: number }) {
  const t = useText();
  const language = useLanguage();
  const netFen = reductions.reduce((rest, line) => rest - line.amountFen, feeFen);
  return (
    <>
      {reductions.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a reduction never move among themselves
        <tr key={index} className="is-off">
          <td>{t(reductionSources[line.source])}</td>
          <td colSpan={3}>
            {language === 'zh' ? line.zh : line.en}
            <ReductionValue line={line} />
            <span className="by-faint">
              {' '}
              · {t({ zh: '承担方', en: 'borne by' })} {t(reductionPayers[line.payer])}
            </span>
          </td>
          <td className="by-figure order-number">−{moneyText(line.amountFen)}</td>
        </tr>
      ))}
      <tr>
        <td colSpan={4}>{t({ zh: '优惠后', en: 'After reductions' })}</td>
        <td className="order-number">
          <Money fen={netFen} isStrong />
        </td>
      </tr>
    </>
  );
}

/** How much time or which share a reduction is, where the amount does not say it. */
function ReductionValue({ line }: { line: Reduction }) {
  if (line.value === null) return null;
  if (line.kind === 'minutes') return <span className="by-faint"> · {durationText(line.value * 60)}</span>;
  if (line.kind === 'percent') return <span className="by-faint"> · {line.value}%</span>;
  return null;
}
