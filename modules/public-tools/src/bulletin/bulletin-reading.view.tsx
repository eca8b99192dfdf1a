import {
  call,
  dayText,
  ErrorState,
  FilterSwitch,
  ListPage,
  refreshLists,
  Skeleton,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RichText } from '../rich-text/rich-text.view.tsx';
import { bulletinReading, getBulletin, readBulletin } from './bulletin.contract.ts';

/** The announcements to the user; opening one records that it was read. */
export function BulletinReading() {
  const t = useText();
  return (
    <ListPage
      source={bulletinReading}
      columns={['name', 'excerpt', 'writer', 'validFrom', 'validUntil', 'readAt']}
      filters={['text']}
      cells={{
        name: {
          width: 320,
          isGrowing: false,
          cell: (row) => (
            <span className={row.isRead ? 'bulletin-title' : 'bulletin-title is-unread'} title={row.name}>
              {!row.isRead && <span className="by-sr">{t({ zh: '未读：', en: 'Unread: ' })}</span>}
              {row.isPinned && <small className="by-tone-warn">{t(bulletinReading.columns.isPinned.label)}</small>}{' '}
              {row.name}
            </span>
          ),
        },
        excerpt: { isGrowing: true, cell: (row) => <span className="by-faint">{row.excerpt}</span> },
        writer: { width: 120, isGrowing: false },
        validFrom: { width: 120, cell: (row) => dayText(row.validFrom) },
        validUntil: {
          width: 120,
          cell: (row) => (row.validUntil ? dayText(row.validUntil) : t({ zh: '长期', en: 'No end' })),
        },
        readAt: { width: 156 },
      }}
      toolbar={(context) => (
        <FilterSwitch
          context={context}
          filter="isRead"
          choices={[
            {
              value: false,
              label: { zh: '未读', en: 'Unread' },
              count: (context.listing?.totals as { unreadCount?: number } | undefined)?.unreadCount ?? 0,
            },
            { value: true, label: { zh: '已读', en: 'Read' } },
          ]}
        />
      )}
      detailTitle={(row) => row.name}
      detail={(row) => <Opened bulletinId={row.id} />}
      empty={{
        title: { zh: '没有公告', en: 'No announcements' },
        hint: { zh: '发布给您的公告会出现在这里', en: 'What is announced to you appears here' },
      }}
    />
  );
}

/** An announcement to the user, recorded as read once it is on the screen. */
function Opened({ bulletinId }: { bulletinId: string }) {
  const found = useQuery({
    queryKey: ['bulletin', bulletinId],
    queryFn: ({ signal }) => call(getBulletin, { bulletinId }, { signal, isQuiet: true }),
  });
  const { data } = found;
  const edition = data && !data.isRead ? data.edition : null;
  useEffect(() => {
    if (edition === null) return;
    call(readBulletin, { bulletinId, edition }, { isQuiet: true })
      .then(() => refreshLists(bulletinReading.name))
      .catch(() => undefined);
  }, [bulletinId, edition]);
  if (!data)
    return found.error ? <ErrorState error={found.error} onRetry={() => found.refetch()} /> : <Skeleton lines={6} />;
  return (
    <article>
      <p className="by-faint by-small bulletin-head">
        {data.writer} · {timeText(data.validFrom, 'minute')}
      </p>
      <RichText html={data.body} />
    </article>
  );
}
