import './important-notice.css';
import { countText, dayText, ResourcePage, timeText, useText } from '@boyun/kernel/web';
import Addressees from './addressees.view.tsx';
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
          <Addressees
            of={noticeConfirmationList}
            filters={(isConfirmed) => ({ noticeId: row.id, isConfirmed })}
            given={{ noticeId: row.id }}
            doneAt="confirmedAt"
            counts={{ open: 'pendingCount', done: 'confirmedCount' }}
            words={{
              open: { zh: '未确认', en: 'Not confirmed' },
              done: { zh: '已确认', en: 'Confirmed' },
              noneDone: { zh: '还没有人确认', en: 'No confirmations yet' },
              noneOpen: { zh: '所有人都已确认', en: 'All confirmed' },
            }}
          />
        </>
      )}
    />
  );
}
