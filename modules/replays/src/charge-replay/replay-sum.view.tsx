import type { Label } from '@boyun/kernel/contract';
import { countText, Money, useText } from '@boyun/kernel/web';
import type { ReplaySum } from './charge-replay.contract.ts';
import { ReplayTable } from './replay-table.view.tsx';
import { moveTone, signedText } from './replay-words.view.ts';

/** Revenue before and after by group, largest change first; bars compare the groups. */
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
      <ReplayTable
        label={title}
        rows={sorted}
        rowKey={(row) => row.key}
        columns={[
          {
            title: column,
            isName: true,
            cell: (row) => (
              <>
                {row.name}
                <span className="replay-bars" aria-hidden>
                  <i style={{ width: `${(row.beforeFen / most) * 100}%` }} />
                  <i className="is-after" style={{ width: `${(row.afterFen / most) * 100}%` }} />
                </span>
              </>
            ),
          },
          { title: { zh: '订单数', en: 'Stays' }, isNumber: true, isSpare: true, cell: (row) => countText(row.stays) },
          { title: { zh: '原收入', en: 'Before' }, isNumber: true, cell: (row) => <Money fen={row.beforeFen} /> },
          {
            title: { zh: '新收入', en: 'After' },
            isNumber: true,
            cell: (row) => <Money fen={row.afterFen} isStrong />,
          },
          {
            title: { zh: '变化', en: 'Change' },
            isNumber: true,
            tone: (row) => moveTone(move(row)),
            cell: (row) => signedText(move(row)),
          },
        ]}
      />
    </section>
  );
}
