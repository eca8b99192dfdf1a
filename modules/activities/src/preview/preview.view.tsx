import { call, can, ErrorState, FigureBox, moneyText, Plate, Skeleton, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import type { ActivityKind } from '../activity/activity-act.contract.ts';
import { previewActivity } from './preview.contract.ts';

const SPANS = [7, 14, 30];

/** What an activity would have taken off the stays of the last days. */
export default function Preview({ kind, id, budgetFen }: { kind: ActivityKind; id: string; budgetFen: number | null }) {
  const t = useText();
  const [days, setDays] = useState(14);
  const isAllowed = can(previewActivity.access);
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'activity-preview', id, days],
    queryFn: ({ signal }) => call(previewActivity, { kind, id, days }, { signal, isQuiet: true }),
    enabled: isAllowed,
  });
  if (!isAllowed) return null;
  return (
    <section className="activity-preview">
      <header className="by-row">
        <h3>{t({ zh: '按历史停车测算', en: 'Preview on past stays' })}</h3>
        <Segmented<number>
          size="small"
          value={days}
          options={SPANS.map((value) => ({ value, label: t({ zh: '近{n}天', en: 'Last {n} days' }, { n: value }) }))}
          onChange={setDays}
        />
      </header>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Figures data={data} budgetFen={budgetFen} />
      ) : (
        <Skeleton />
      )}
    </section>
  );
}

type Data = Awaited<ReturnType<typeof call<typeof previewActivity>>>;

function Figures({ data, budgetFen }: { data: Data; budgetFen: number | null }) {
  const t = useText();
  if (data.stayCount === 0)
    return <p className="by-hint">{t({ zh: '这段时间没有收费的停车', en: 'No stays were charged in this time' })}</p>;
  return (
    <>
      <div className="activity-preview-figures">
        <FigureBox label={{ zh: '停车次数', en: 'Stays' }}>{data.stayCount}</FigureBox>
        <FigureBox label={{ zh: '享受优惠', en: 'Stays reduced' }}>{data.reachedCount}</FigureBox>
        <FigureBox label={{ zh: '停车费', en: 'Fees' }}>{moneyText(data.feeFen)}</FigureBox>
        <FigureBox label={{ zh: '将优惠', en: 'Would take off' }} tone="by-tone-warn">
          {moneyText(data.reducedFen)}
        </FigureBox>
        {budgetFen !== null && (
          <FigureBox label={{ zh: '预算可用', en: 'Budget lasts' }}>
            {data.lastsDays === null ? '—' : t({ zh: '{n}天', en: '{n} days' }, { n: data.lastsDays })}
          </FigureBox>
        )}
      </div>
      {data.pricedCount < data.stayCount && (
        <p className="by-hint">
          {t(
            { zh: '按均匀抽取的{n}次停车推算', en: 'Projected from an even sample of {n} stays' },
            { n: data.pricedCount },
          )}
        </p>
      )}
      <ul>
        {data.examples.map((one) => (
          <li key={one.orderId}>
            <Plate text={one.plate} />
            <span className="by-figure">
              {moneyText(one.feeFen)} → {moneyText(one.feeFen - one.reducedFen)}
            </span>
            <span className="by-figure by-tone-warn">−{moneyText(one.reducedFen)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
