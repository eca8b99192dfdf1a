import './important-notice.css';
import { exportPermission } from '@boyun/kernel/contract';
import {
  ActButton,
  countText,
  dayText,
  download,
  Empty,
  ErrorState,
  exportRows,
  Pager,
  ResourcePage,
  Skeleton,
  timeText,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { importantNotice, noticeConfirmationList } from './important-notice.contract.ts';

/** Notices the staff must confirm, with the number of confirmations. */
export default function ImportantNoticePage() {
  const t = useText();
  return (
    <ResourcePage
      of={importantNotice}
      columns={['name', 'roleNames', 'validFrom', 'validUntil', 'isActive', 'confirmed', 'writer']}
      cells={{
        name: { isGrowing: true, width: 240, cell: (row) => <b className="by-strong">{row.name}</b> },
        roleNames: {
          width: 180,
          cell: (row) =>
            row.roleNames ? (
              <span title={row.roleNames}>{row.roleNames}</span>
            ) : (
              <span className="by-faint">{t({ zh: '全体员工', en: 'Everybody' })}</span>
            ),
        },
        validFrom: { width: 120, cell: (row) => dayText(row.validFrom) },
        validUntil: {
          width: 120,
          cell: (row) => (row.validUntil ? dayText(row.validUntil) : t({ zh: '长期', en: 'No end' })),
        },
        isActive: { width: 80 },
        confirmed: {
          label: { zh: '已确认 / 应确认', en: 'Confirmed' },
          width: 140,
          cell: (row) => (
            <span className="by-figure">
              {countText(row.confirmedCount)} / {countText(row.audienceCount)}
            </span>
          ),
        },
        writer: { width: 120 },
      }}
      detail={(row) => (
        <>
          <p className="notice-body">{row.body}</p>
          <p className="by-faint by-small">
            {row.writer} · {timeText(row.validFrom, 'minute')} –{' '}
            {row.validUntil ? timeText(row.validUntil, 'minute') : t({ zh: '长期', en: 'no end' })} ·{' '}
            {row.roleNames ?? t({ zh: '全体员工', en: 'Everybody' })}
          </p>
          <Confirmations noticeId={row.id} />
        </>
      )}
    />
  );
}

const PER_PAGE = 20;

/** The addressees of a notice who have confirmed it, and those who have not. */
function Confirmations({ noticeId }: { noticeId: string }) {
  const t = useText();
  const [isConfirmed, setConfirmed] = useState(false);
  const [page, setPage] = useState({ page: 1, perPage: PER_PAGE });
  const found = useListing(noticeConfirmationList, { noticeId, isConfirmed, ...page });
  const all = useListing(noticeConfirmationList, { noticeId, page: 1, perPage: PER_PAGE });
  const totals = all.data?.totals ?? {};
  const tab = (value: boolean, zh: string, en: string, count: unknown) => ({
    value,
    label: `${t({ zh, en })} ${countText((count as number | undefined) ?? null)}`,
  });
  return (
    <section className="notice-who">
      <header className="by-row">
        <h3>{t(noticeConfirmationList.title)}</h3>
        <Segmented
          size="small"
          value={isConfirmed}
          options={[
            tab(false, '未确认', 'Not confirmed', totals.pendingCount),
            tab(true, '已确认', 'Confirmed', totals.confirmedCount),
          ]}
          onChange={(next) => {
            setConfirmed(next);
            setPage({ page: 1, perPage: page.perPage });
          }}
        />
        <span className="by-grow" />
        <ActButton
          size="small"
          icon={<Download />}
          access={exportPermission(noticeConfirmationList)}
          onAct={async () => download(await exportRows(noticeConfirmationList, { noticeId }))}
        >
          {t({ zh: '导出名单', en: 'Export' })}
        </ActButton>
      </header>
      {found.error && !found.data ? (
        <ErrorState error={found.error} onRetry={() => found.refetch()} />
      ) : !found.data ? (
        <Skeleton lines={4} />
      ) : found.data.rows.length === 0 ? (
        <Empty
          title={
            isConfirmed
              ? { zh: '还没有人确认', en: 'No confirmations yet' }
              : { zh: '所有人都已确认', en: 'All confirmed' }
          }
        />
      ) : (
        <ul>
          {found.data.rows.map((one) => (
            <li key={one.id}>
              <span>{one.name}</span>
              <span className="by-faint">{one.account}</span>
              <span className="by-grow" />
              <span className="by-figure by-faint">{one.confirmedAt ? timeText(one.confirmedAt) : '—'}</span>
            </li>
          ))}
        </ul>
      )}
      {found.data && found.data.total > PER_PAGE && (
        <Pager {...page} total={found.data.total} onChange={(next, perPage) => setPage({ page: next, perPage })} />
      )}
    </section>
  );
}
