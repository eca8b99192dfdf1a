import { call, ErrorState, Skeleton, useText } from '@boyun/kernel/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { ComposedActs } from './composed-acts.view.tsx';
import { type ComposedReport, composedList, runComposed } from './composed-report.contract.ts';
import { ComposedRows } from './composed-rows.view.tsx';
import { type ComposedDraft, ComposerFields, type Days } from './composer-fields.view.tsx';
import { DATASETS } from './dataset.contract.ts';

const FIRST: ComposedDraft = {
  dataset: 'stay',
  measures: ['stays', 'paidFen'],
  dimensions: ['day'],
  lotIds: [],
  period: 'last-7-days',
  compare: 'none',
  chart: 'bar',
};

const draftOf = ({ dataset, measures, dimensions, lotIds, period, compare, chart }: ComposedReport): ComposedDraft => ({
  dataset,
  measures,
  dimensions,
  lotIds,
  period,
  compare,
  chart,
});

/** Puts a report together and shows its rows at once; one that others made is only shown. */
export function Composer({ report, onOpen }: { report: ComposedReport | null; onOpen: (id: string | null) => void }) {
  const t = useText();
  const [draft, setDraft] = useState<ComposedDraft>(report ? draftOf(report) : FIRST);
  const [days, setDays] = useState<Days>({ from: null, to: null });
  const isWhole = draft.measures.length > 0 && draft.dimensions.length > 0;
  const asked = useQuery({
    queryKey: ['composed', draft, days],
    // With its draft: while the next rows are on their way, the former ones are shown by the draft they were asked for.
    queryFn: async ({ signal }) => ({
      draft,
      result: await call(runComposed, { ...draft, name: null, ...days }, { signal, isQuiet: true }),
    }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const mayChange = report === null || report.isOwn;
  const title = report?.name ?? t({ zh: '新建报表', en: 'New report' });
  const isChanged = report === null || JSON.stringify(draftOf(report)) !== JSON.stringify(draft);
  return (
    <div className="by-page composer">
      <header className="composer-head">
        <Button
          type="text"
          icon={<ArrowLeft />}
          aria-label={t({ zh: '返回列表', en: 'Back to the list' })}
          onClick={() => onOpen(null)}
        />
        <h1>{title}</h1>
        <span className="by-faint">
          {[
            t(composedList.title),
            t(DATASETS[draft.dataset]),
            ...(asked.data ? [`${asked.data.result.from} ~ ${asked.data.result.to}`] : []),
          ].join(' · ')}
        </span>
        <ComposedActs
          report={report}
          draft={draft}
          days={days}
          result={isWhole && !asked.isPlaceholderData ? asked.data?.result : undefined}
          isChanged={isChanged}
          title={title}
          onSaved={onOpen}
        />
      </header>
      <ComposerFields draft={draft} days={days} mayChange={mayChange} onChange={setDraft} onDays={setDays} />
      {asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : isWhole && asked.data ? (
        <ComposedRows {...asked.data} />
      ) : isWhole ? (
        <Skeleton lines={6} />
      ) : (
        <p className="by-hint composer-lack">
          {t({ zh: '至少选择一个指标和一个维度', en: 'Choose at least one measure and one dimension' })}
        </p>
      )}
    </div>
  );
}
