import type { Output } from '@boyun/kernel/contract';
import { Money, moneyText, numberText, timeText, useLanguage, useText } from '@boyun/kernel/web';
import type { checkExamples } from '../tariff-trial/tariff-trial.contract.ts';

/** The calculation of a fee, line by line. */
export function ExampleLines({ lines }: { lines: Output<typeof checkExamples>['results'][number]['lines'] }) {
  const t = useText();
  const language = useLanguage();
  if (lines.length === 0)
    return <p className="by-faint example-free">{t({ zh: '没有任何收费', en: 'Nothing is charged' })}</p>;
  return (
    <ul className="example-lines" aria-label={t({ zh: '计费明细', en: 'Fee lines' })}>
      {lines.map((line) => (
        <li key={`${line.from.toISOString()} ${line.rule}`}>
          <span className="by-figure by-faint">
            {timeText(line.from, 'minute').slice(5)} – {timeText(line.to, 'minute').slice(11)}
          </span>
          <span>{line[language]}</span>
          <span className="by-figure by-faint">
            {line.amountFen > 0 && `${numberText(line.units)} × ${moneyText(line.unitPriceFen)}`}
          </span>
          <Money fen={line.amountFen} />
        </li>
      ))}
    </ul>
  );
}
