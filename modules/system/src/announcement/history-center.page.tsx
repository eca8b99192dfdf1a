import { PRODUCT_VERSION, type ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  Allowed,
  Confirm,
  call,
  dayText,
  Empty,
  ErrorState,
  notify,
  Pager,
  refreshLists,
  Skeleton,
  useLanguage,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import {
  announcementList,
  publishAnnouncement,
  seeAnnouncements,
  withdrawAnnouncement,
} from './announcement.contract.ts';
import { PublishAnnouncement } from './publish-announcement.form.tsx';
import './history-center.css';

const PER_PAGE = 20;

type Row = ReportRow<typeof announcementList>;

/** The versions of the product with their release notes; opening the page clears the review dot. */
export default function HistoryCenterPage() {
  const t = useText();
  const [page, setPage] = useState({ page: 1, perPage: PER_PAGE });
  const [text, setText] = useState('');
  const [isWriting, setWriting] = useState(false);
  const [withdrawn, setWithdrawn] = useState<Row | null>(null);
  const asked = useListing(announcementList, { ...page, text: text || undefined });
  useEffect(() => void call(seeAnnouncements, {}, { isQuiet: true }).catch(() => undefined), []);
  const rows = asked.data?.rows ?? [];
  return (
    <div className="by-page">
      <section className="by-sheet history">
        <header className="history-head">
          <div>
            <h1>{t(announcementList.title)}</h1>
            <p className="by-faint">
              {t({ zh: '当前版本 {version}', en: 'This version: {version}' }, { version: PRODUCT_VERSION })}
            </p>
          </div>
          <span className="by-grow" />
          <Input.Search
            allowClear
            className="history-search"
            aria-label={t({ zh: '搜索版本或内容', en: 'Search versions and texts' })}
            placeholder={t({ zh: '搜索版本或内容', en: 'Search versions and texts' })}
            onSearch={(next) => {
              setText(next.trim());
              setPage({ ...page, page: 1 });
            }}
          />
          <Allowed to={publishAnnouncement.access}>
            <Button type="primary" onClick={() => setWriting(true)}>
              {t(publishAnnouncement.title)}
            </Button>
          </Allowed>
        </header>
        {asked.isPending ? (
          <Skeleton />
        ) : asked.error ? (
          <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
        ) : rows.length === 0 ? (
          <Empty title={{ zh: '没有符合条件的版本', en: 'No version matches' }} />
        ) : (
          <ol className="history-list">
            {rows.map((row) => (
              <Announcement key={row.id} row={row} onWithdraw={() => setWithdrawn(row)} />
            ))}
          </ol>
        )}
        {asked.data && asked.data.total > PER_PAGE && (
          <Pager {...page} total={asked.data.total} onChange={(next, perPage) => setPage({ page: next, perPage })} />
        )}
      </section>
      {isWriting && <PublishAnnouncement onClose={() => setWriting(false)} />}
      <Confirm
        isOpen={withdrawn !== null}
        text={t(
          {
            zh: '撤回后所有租户都不再看到“{number}”的公告，确定撤回吗？',
            en: 'The announcement of {number} will no longer be visible. Withdraw it?',
          },
          { number: withdrawn?.number },
        )}
        isDangerous
        onConfirm={async () => {
          await call(withdrawAnnouncement, { announcementId: withdrawn!.id });
          notify('good', { zh: '公告已撤回', en: 'Announcement withdrawn' });
          await refreshLists(announcementList.name);
        }}
        onClose={() => setWithdrawn(null)}
      />
    </div>
  );
}

function Announcement({ row, onWithdraw }: { row: Row; onWithdraw: () => void }) {
  const t = useText();
  const isZh = useLanguage() === 'zh';
  return (
    <li className={row.isSeen ? 'history-entry' : 'history-entry is-new'}>
      <div className="history-when">
        <b>{row.number}</b>
        <time dateTime={row.at.toISOString()}>{dayText(row.at)}</time>
      </div>
      <article>
        <h2>
          {isZh ? row.titleZh : row.titleEn}
          {!row.isSeen && <span className="history-new">{t({ zh: '新', en: 'New' })}</span>}
        </h2>
        <p>{isZh ? row.bodyZh : row.bodyEn}</p>
        <ActButton type="link" access={withdrawAnnouncement.access} onAct={onWithdraw}>
          {t({ zh: '撤回', en: 'Withdraw' })}
        </ActButton>
      </article>
    </li>
  );
}
