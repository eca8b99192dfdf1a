import type { Label, Output } from '@boyun/kernel/contract';
import { call, Empty, ErrorState, type ListView, Skeleton, timeText, useListViews, useText } from '@boyun/kernel/web';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { Bookmark, Search, Star } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { getReportHub, markReport } from './hub.contract.ts';

type HubPage = Output<typeof getReportHub>['pages'][number];

const KEY = ['report-hub'];
/** How many reports the last opened are. */
const RECENT = 6;
const SEARCH = { zh: '搜索报表', en: 'Search reports' };

interface Ready {
  readonly title: Label;
  /** What it shows. */
  readonly about: Label;
  /** The page that shows it, with this query. */
  readonly page: string;
  readonly query: string;
}

const OF_MONTH: Label = { zh: '本月', en: 'This month' };

/** The reports that are asked for most, in the shape they are asked for. */
const READY: readonly Ready[] = [
  {
    title: { zh: '日收入报表', en: 'Income by day' },
    about: { zh: '近30天，按车场', en: 'The last 30 days, by lot' },
    page: 'operationStatement',
    query: 'from=last30&to=last30',
  },
  {
    title: { zh: '月收入报表', en: 'Income by month' },
    about: { zh: '近12个月，按车场', en: 'The last 12 months, by lot' },
    page: 'operationStatement',
    query: 'tab=month',
  },
  {
    title: { zh: '收款方式', en: 'Ways of payment' },
    about: OF_MONTH,
    page: 'payMethod',
    query: 'from=month&to=month',
  },
  {
    title: { zh: '交接班', en: 'Hand-over of shifts' },
    about: { zh: '每班车辆、现金与差额', en: 'Cars, cash and difference of each shift' },
    page: 'sentryData',
    query: '',
  },
  {
    title: { zh: '收费员交款', en: 'Hand-in by collector' },
    about: OF_MONTH,
    page: 'posStatement',
    query: 'from=month&to=month',
  },
  {
    title: { zh: '欠费账龄', en: 'Ageing of arrears' },
    about: { zh: '7天内至90天以上，按车场', en: 'From 7 days to over 90, by lot' },
    page: 'arrearsByLot',
    query: '',
  },
  {
    title: { zh: '免费与人工放行稽核', en: 'Audit of free and by hand' },
    about: { zh: '近7天', en: 'The last 7 days' },
    page: 'freePassing',
    query: 'from=last7&to=last7',
  },
];

/** All reports the user may see: favourites and the last opened first, with the user's saved views. */
export function ReportShelf() {
  const t = useText();
  const [wanted, setWanted] = useState('');
  const asked = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(getReportHub, {}, { signal }) });
  const views = useListViews()?.views ?? [];
  if (asked.isPending) return <Skeleton lines={8} />;
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const { pages } = asked.data;
  const word = wanted.trim().toLowerCase();
  const fits = ({ title }: HubPage) => `${title.zh} ${title.en}`.toLowerCase().includes(word);
  const recent = pages
    .filter((one) => one.usedAt !== null)
    .toSorted((one, other) => other.usedAt!.getTime() - one.usedAt!.getTime())
    .slice(0, RECENT);
  const shelves: readonly (readonly [Label, readonly HubPage[]])[] = word
    ? [[{ zh: '搜索结果', en: 'Found' }, pages.filter(fits)]]
    : [
        [{ zh: '收藏', en: 'Favourites' }, pages.filter((one) => one.isFavourite)],
        [{ zh: '最近打开', en: 'Last opened' }, recent],
        [{ zh: '全部报表', en: 'All reports' }, pages],
      ];
  const full = shelves.filter(([, own]) => own.length > 0);
  return (
    <div className="by-page">
      <h1 className="by-sr">{t(getReportHub.title)}</h1>
      <Input
        className="report-hub-search"
        allowClear
        prefix={<Search size={16} />}
        placeholder={t(SEARCH)}
        aria-label={t(SEARCH)}
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      {!word && <ReadyShelf pages={pages} />}
      {full.length === 0 && (
        <Empty
          title={
            word
              ? { zh: '没有找到报表', en: 'No report is called so' }
              : { zh: '没有可查看的报表', en: 'No reports for this account' }
          }
        />
      )}
      {full.map(([title, own]) => (
        <section key={title.en} className="report-hub-shelf" aria-label={t(title)}>
          <h2>{t(title)}</h2>
          <ul>
            {own.map((page) => (
              <Entry key={page.key} page={page} views={viewsOf(page, views)} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The ready-made reports whose pages the user may see. */
function ReadyShelf({ pages }: { pages: readonly HubPage[] }) {
  const t = useText();
  const mark = useMark();
  const shown = READY.flatMap((one) => {
    const page = pages.find(({ key }) => key === one.page);
    return page ? [{ ...one, to: one.query ? `${page.path}?${one.query}` : page.path }] : [];
  });
  if (shown.length === 0) return null;
  const title = t({ zh: '常用报表', en: 'Ready-made' });
  return (
    <section className="report-hub-shelf" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {shown.map((one) => (
          <li key={one.to} className="by-card-box report-hub-entry">
            <div>
              <Link to={one.to} onClick={() => mark(one.page, { isOpened: true })}>
                {t(one.title)}
              </Link>
              <span className="by-faint">{t(one.about)}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Marks the page of a report as a favourite or as opened. */
function useMark() {
  const client = useQueryClient();
  return (page: string, input: { isFavourite?: boolean; isOpened?: boolean }) =>
    void call(markReport, { page, isFavourite: null, ...input }, { isQuiet: true })
      .then(() => client.invalidateQueries({ queryKey: KEY }))
      .catch(() => undefined);
}

/** The views of the lists of a page, with the tab of the page they belong to. */
function viewsOf(page: HubPage, views: readonly ListView[]): readonly { view: ListView; tab: string | null }[] {
  return views.flatMap((view) => {
    const report = page.reports.find(({ name }) => view.list === name || view.list.startsWith(`${name}-`));
    return report ? [{ view, tab: view.list.slice(report.name.length + 1) || null }] : [];
  });
}

function Entry({ page, views }: { page: HubPage; views: readonly { view: ListView; tab: string | null }[] }) {
  const t = useText();
  const mark = useMark();
  const open = () => mark(page.key, { isOpened: true });
  const label = page.isFavourite
    ? t({ zh: '取消收藏', en: 'Remove from favourites' })
    : t({ zh: '收藏', en: 'Favourite' });
  return (
    <li className="by-card-box report-hub-entry">
      <div>
        <Link to={page.path} onClick={open}>
          {t(page.title)}
        </Link>
        {page.usedAt && (
          <span className="by-faint" title={t({ zh: '打开{n}次', en: 'Opened {n} times' }, { n: page.useCount })}>
            {timeText(page.usedAt, 'minute')}
          </span>
        )}
        {views.map(({ view, tab }) => (
          <Link
            key={view.id}
            className="report-hub-view"
            to={`${page.path}?${new URLSearchParams({ ...(tab ? { tab } : {}), view: view.id })}`}
            onClick={open}
          >
            <Bookmark size={12} /> {view.name}
          </Link>
        ))}
      </div>
      <Button
        type="text"
        size="small"
        aria-pressed={page.isFavourite}
        aria-label={`${label} ${t(page.title)}`}
        title={label}
        icon={<Star size={16} fill={page.isFavourite ? 'currentColor' : 'none'} />}
        onClick={() => mark(page.key, { isFavourite: !page.isFavourite })}
      />
    </li>
  );
}
