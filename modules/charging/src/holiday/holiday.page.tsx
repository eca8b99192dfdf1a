import './holiday.css';
import {
  ActButton,
  call,
  can,
  dayText,
  download,
  ErrorState,
  exportRows,
  ImportDialog,
  NoPermission,
  notify,
  now,
  ResourcePage,
  refreshLists,
  Skeleton,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { Button, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { fillYear, holiday } from './holiday.contract.ts';
import { HolidayDay } from './holiday-day.form.tsx';
import { type Holiday, YearCalendar } from './year-calendar.view.tsx';

type Show = 'calendar' | 'list';

/** Holidays and make-up working days: a year at a glance, or as a list. */
export default function HolidayPage() {
  const [query, setQuery] = useSearchParams();
  const show: Show = query.get('tab') === 'list' ? 'list' : 'calendar';
  const choose = (next: Show) => setQuery(next === 'list' ? { tab: 'list' } : {}, { replace: true });
  if (!can(holiday.can.list)) return <NoPermission />;
  const toggle = <ShowChoice show={show} onChoose={choose} />;
  if (show === 'calendar') return <CalendarPage toggle={toggle} />;
  return (
    <ResourcePage
      of={holiday}
      sort="-day"
      cells={{
        day: { width: 130 },
        kind: { width: 196 },
        nameZh: { width: 200 },
        nameEn: { width: 260, isGrowing: true },
      }}
      moreTools={() => toggle}
    />
  );
}

function ShowChoice({ show, onChoose }: { show: Show; onChoose: (show: Show) => void }) {
  const t = useText();
  return (
    <Segmented<Show>
      value={show}
      options={[
        { value: 'calendar', label: t({ zh: '年历', en: 'Calendar' }) },
        { value: 'list', label: t({ zh: '列表', en: 'List' }) },
      ]}
      onChange={onChoose}
    />
  );
}

function CalendarPage({ toggle }: { toggle: ReactNode }) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const today = dayText(now());
  const asYear = Number(query.get('year'));
  const year = asYear >= 2004 && asYear <= 2200 ? asYear : Number(today.slice(0, 4));
  const [openDay, setOpenDay] = useState<string | null>(null);
  const [isImporting, setImporting] = useState(false);
  const range = { dayFrom: `${year}-01-01`, dayTo: `${year}-12-31` };
  const asked = useListing(holiday, { ...range, page: 1, perPage: 200 });
  const go = (next: number) => setQuery({ year: String(next) }, { replace: true });
  const days = new Map((asked.data?.rows ?? []).map((row) => [row.day, row]));
  const count = (kind: Holiday['kind']) => [...days.values()].filter((one) => one.kind === kind).length;
  const isEmpty = asked.data !== undefined && days.size === 0;
  const fill = (
    <ActButton
      type={isEmpty ? 'primary' : 'default'}
      access={fillYear.access}
      onAct={async () => {
        const { addedCount, keptCount } = await call(fillYear, { year });
        notify('good', {
          zh: `已载入${addedCount}天${keptCount > 0 ? `，保留已有${keptCount}天` : ''}`,
          en: `${addedCount} days added${keptCount > 0 ? `, ${keptCount} unchanged` : ''}`,
        });
        await refreshLists(holiday.name);
      }}
    >
      {t({ zh: '载入法定节假日', en: 'Fill in the public holidays' })}
    </ActButton>
  );
  return (
    <div className="by-page holiday-page">
      <header className="by-card-box holiday-head">
        <h1 className="by-sr">{t(holiday.title)}</h1>
        <div className="holiday-year">
          <Button aria-label={t({ zh: '上一年', en: 'Previous year' })} onClick={() => go(year - 1)}>
            ‹
          </Button>
          <b className="by-figure">{t({ zh: '{year}年', en: '{year}' }, { year })}</b>
          <Button aria-label={t({ zh: '下一年', en: 'Next year' })} onClick={() => go(year + 1)}>
            ›
          </Button>
        </div>
        <span className="holiday-key is-holiday">
          {t({ zh: '放假 {count} 天', en: '{count} days off' }, { count: count('holiday') })}
        </span>
        <span className="holiday-key is-workday">
          {t({ zh: '调休上班 {count} 天', en: '{count} make-up working days' }, { count: count('workday') })}
        </span>
        <span className="by-grow" />
        {fill}
        {can(holiday.can.import) && (
          <Button onClick={() => setImporting(true)}>{t({ zh: '导入', en: 'Import' })}</Button>
        )}
        <ActButton access={holiday.can.export} onAct={async () => download(await exportRows(holiday, range))}>
          {t({ zh: '导出', en: 'Export' })}
        </ActButton>
        {toggle}
      </header>
      {isEmpty && (
        <p className="holiday-none" role="status">
          {t(
            {
              zh: '{year}年尚未设置节假日，区分节假日的收费规则将全年按星期计费。',
              en: 'No holidays for {year} yet, so holiday prices do not apply.',
            },
            { year },
          )}
        </p>
      )}
      {asked.error ? (
        <ErrorState error={asked.error} onRetry={asked.refetch} />
      ) : asked.data ? (
        <YearCalendar year={year} days={days} today={today} onOpen={setOpenDay} />
      ) : (
        <Skeleton lines={12} />
      )}
      {openDay && <HolidayDay day={openDay} row={days.get(openDay)} onClose={() => setOpenDay(null)} />}
      {isImporting && <ImportDialog of={holiday} isOpen onClose={() => setImporting(false)} />}
    </div>
  );
}
