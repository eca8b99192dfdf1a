import { type Fields, type Label, type Report, type Resource, setPeriodKeys } from '@boyun/kernel/contract';
import type { QueryKey } from '@tanstack/react-query';
import { Button } from 'antd';
import { Download, RefreshCw } from 'lucide-react';
import { lazy, memo, type ReactNode, Suspense } from 'react';
import { useText } from '../language.ts';
import { useIsLoading } from '../query.ts';
import { Empty } from '../state.tsx';
import type { ListState } from './list-model.ts';
import type { ListContext } from './list-place.tsx';

const ListExport = lazy(() => import('./export-dialog.tsx'));

/** What a list without rows says. */
export interface EmptyWords {
  readonly title: Label;
  readonly hint?: Label;
  readonly action?: ReactNode;
}

/** The export of a list with its filters and order. */
export function Exporting({
  source,
  context: { state, listing, sent },
  onClose,
}: {
  source: Resource | Report;
  context: ListContext<unknown>;
  onClose: () => void;
}) {
  return (
    <Suspense fallback={null}>
      <ListExport
        source={source}
        filters={sent}
        total={listing?.total ?? 0}
        isEstimate={listing?.isEstimate}
        page={state.page}
        perPage={state.perPage}
        sort={state.sort}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** Opens the range of the period among the filters, which may be among those that are not shown. */
export function openRange(bar: HTMLFormElement | null): void {
  const face = () => bar?.querySelector<HTMLElement>('.by-range-face, .ant-picker-range input') ?? null;
  if (!face()) bar?.querySelector<HTMLElement>('[aria-expanded="false"]')?.click();
  requestAnimationFrame(() => face()?.click());
}

const NOTHING = { zh: '没有符合条件的记录', en: 'Nothing matches these filters' };

/** Shown instead of an empty table. */
export function NoRows({ fields, state, empty }: { fields: Fields; state: ListState; empty: EmptyWords | undefined }) {
  const t = useText();
  if (Object.keys(state.filters).length === 0)
    return <Empty {...(empty ?? { title: { zh: '暂无数据', en: 'Nothing here yet' } })} />;
  const [fromKey, toKey] = setPeriodKeys(fields, state.filters) ?? [];
  const { [fromKey ?? '']: from, [toKey ?? '']: to, ...rest } = state.filters;
  if (from || to)
    return (
      <Empty
        title={NOTHING}
        hint={{ zh: '只查找了所选时段', en: 'Only the chosen period was searched' }}
        action={
          <Button onClick={() => state.setFilters(rest)}>{t({ zh: '查找全部时间', en: 'Search all time' })}</Button>
        }
      />
    );
  return (
    <Empty
      title={NOTHING}
      hint={{ zh: '放宽或清除筛选条件再试', en: 'Change or clear the filters' }}
      action={<Button onClick={() => state.setFilters({})}>{t({ zh: '清除筛选', en: 'Clear filters' })}</Button>}
    />
  );
}

// Memoised, so that a response that changes only rows does not re-render expensive parts.
/** The button that opens the export. */
export const ExportButton = memo(function ExportButton({ onOpen }: { onOpen: () => void }) {
  const t = useText();
  return (
    <Button icon={<Download />} onClick={onOpen}>
      {t({ zh: '导出', en: 'Export' })}
    </Button>
  );
});

/** The button that fetches the rows again. */
export function RefreshButton({ asking, onRefresh }: { asking: QueryKey; onRefresh: () => void }) {
  const t = useText();
  const isTurning = useIsLoading(asking);
  const label = t({ zh: '刷新', en: 'Refresh' });
  return (
    <Button
      type="text"
      aria-label={label}
      title={label}
      icon={<RefreshCw className={isTurning ? 'is-turning' : undefined} />}
      onClick={onRefresh}
    />
  );
}
