import type { Label } from '@boyun/kernel/contract';
import { countText, Money, useText } from '@boyun/kernel/web';
import type { ReplaySum } from './charge-replay.contract.ts';
import { moveTone, signedText } from './replay-words.view.ts';

/** Revenue before and after by one kind of group, the largest movement first; bars show how the groups compare. */
export function SumTable({
  title,
  column,
  rows,
}: {
  title: Label;
  column: Label;
  rows: readonly (ReplaySum & { key: string; name: string })[];
}) {
  const t = useText();
  const move = (row: ReplaySum) => row.afterFen - row.beforeFen;
  const sorted = [...rows].sort((a, b) => Math.abs(move(b)) - Math.abs(move(a)) || b.beforeFen - a.beforeFen);
  const most = Math.max(1, ...rows.map((row) => Math.max(row.beforeFen, row.afterFen)));
  return (
    <section className="by-card-box">
      <h2>{t(title)}</h2>
      <section
        className="replay-scroll"
        // A wide table scrolls by itself on a phone, which the keyboard must be able to do too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        aria-label={t(title)}
      >
        <table className="replay-table">
          <thead>
            <tr>
              <th scope="col">{t(column)}</th>
              <th scope="col" className="is-number is-spare">
                {t({ zh: '停车', en: 'Stays' })}
              </th>
              <th scope="col" className="is-number">
                {t({ zh: '原收入', en: 'Before' })}
              </th>
              <th scope="col" className="is-number">
                {t({ zh: '新收入', en: 'After' })}
              </th>
              <th scope="col" className="is-number">
                {t({ zh: '变化', en: 'Change' })}
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  {row.name}
                  <span className="replay-bars" aria-hidden>
                    <i style={{ width: `${(row.beforeFen / most) * 100}%` }} />
                    <i className="is-after" style={{ width: `${(row.afterFen / most) * 100}%` }} />
                  </span>
                </th>
                <td className="is-number is-spare">{countText(row.stays)}</td>
                <td className="is-number">
                  <Money fen={row.beforeFen} />
                </td>
                <td className="is-number">
                  <Money fen={row.afterFen} isStrong />
                </td>
                <td className={`is-number ${moveTone(move(row))}`}>{signedText(move(row))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
