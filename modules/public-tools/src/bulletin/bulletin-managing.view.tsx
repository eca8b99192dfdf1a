import { disabledReason, type Label, type Operation } from '@boyun/kernel/contract';
import {
  ActButton,
  Confirm,
  call,
  countText,
  dayText,
  notify,
  now,
  ResourcePage,
  type RowOf,
  refreshLists,
  Skeleton,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { Addressees } from '@boyun/system/web';
import { lazy, Suspense, useState } from 'react';
import { RichText } from '../rich-text/rich-text.view.tsx';
import {
  bulletin,
  bulletinReading,
  bulletinReceiptList,
  bulletinTransitions,
  publishBulletin,
  withdrawBulletin,
} from './bulletin.contract.ts';

const RichEditor = lazy(() => import('../rich-text/rich-editor.view.tsx'));

type Row = RowOf<typeof bulletin>;
type Act = keyof typeof bulletinTransitions;

const ACTS = { publish: publishBulletin, withdraw: withdrawBulletin } as const satisfies Record<Act, Operation>;
const DONE: Readonly<Record<Act, Label>> = {
  publish: { zh: '公告已发布', en: 'Announcement published' },
  withdraw: { zh: '公告已撤回', en: 'Announcement withdrawn' },
};
const QUESTION: Readonly<Record<Act, Label>> = {
  publish: {
    zh: '“{name}”将显示给 {count} 人，确定发布吗？',
    en: '"{name}" will be shown to {count} people. Publish it?',
  },
  withdraw: {
    zh: '撤回后读者不再看到“{name}”，阅读记录保留。确定撤回吗？',
    en: '"{name}" will no longer be visible; its receipts are kept. Withdraw it?',
  },
};

/** All announcements with their readers: written, published and withdrawn here. */
export default function BulletinManaging() {
  const t = useText();
  const [asked, setAsked] = useState<{ act: Act; row: Row } | null>(null);
  const audience = (row: Row) =>
    [
      row.roleNames ?? t({ zh: '全体员工', en: 'All staff' }),
      row.lotNames ?? t({ zh: '全部车场', en: 'all lots' }),
    ].join(' · ');
  return (
    <>
      <ResourcePage
        of={bulletin}
        columns={['name', 'state', 'audience', 'validFrom', 'validUntil', 'read', 'writer']}
        cells={{
          name: { isGrowing: true, width: 260, cell: (row) => <b className="by-strong">{row.name}</b> },
          state: { width: 100 },
          audience: {
            label: { zh: '对象', en: 'For' },
            width: 220,
            cell: (row) => <span title={audience(row)}>{audience(row)}</span>,
          },
          validFrom: { width: 110, cell: (row) => dayText(row.validFrom) },
          validUntil: {
            width: 110,
            cell: (row) => (row.validUntil ? dayText(row.validUntil) : t({ zh: '长期', en: 'No end' })),
          },
          read: {
            label: { zh: '已读 / 应读', en: 'Read' },
            width: 110,
            cell: (row) => (
              <span className="by-figure">
                {countText(row.readCount)} / {countText(row.audienceCount)}
              </span>
            ),
          },
          writer: { width: 110 },
        }}
        actsWidth={176}
        formParts={{
          body: ({ id, value, onChange, isInvalid }) => (
            <Suspense fallback={<Skeleton lines={6} />}>
              <RichEditor
                id={id}
                value={value ?? null}
                isInvalid={isInvalid}
                label={t(bulletin.fields.body.label)}
                onChange={onChange}
              />
            </Suspense>
          ),
        }}
        startWith={() => ({ validFrom: new Date(now()) })}
        isFixed={(row) => row.state === 'withdrawn'}
        rowActs={(row) => <Acts row={row} onAsk={(act) => setAsked({ act, row })} />}
        detail={(row) => (
          <>
            <p className="by-faint by-small bulletin-head">
              {row.writer} · {timeText(row.validFrom, 'minute')} –{' '}
              {row.validUntil ? timeText(row.validUntil, 'minute') : t({ zh: '长期', en: 'no end' })} · {audience(row)}
            </p>
            <RichText html={row.body} />
            <Receipts bulletinId={row.id} />
          </>
        )}
      />
      <Confirm
        isOpen={asked !== null}
        text={asked ? t(QUESTION[asked.act], { name: asked.row.name, count: asked.row.audienceCount }) : ''}
        isDangerous={asked?.act === 'withdraw'}
        onConfirm={async () => {
          const { act, row } = asked!;
          await call(ACTS[act], { bulletinId: row.id });
          notify('good', DONE[act]);
          await Promise.all([refreshLists(bulletin.name), refreshLists(bulletinReading.name)]);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

/** The button of the act that the state allows. */
function Acts({ row, onAsk }: { row: Row; onAsk: (act: Act) => void }) {
  const t = useText();
  const act: Act = row.state === 'published' ? 'withdraw' : 'publish';
  return (
    <ActButton
      type="link"
      size="small"
      access={ACTS[act].access}
      disabledReason={disabledReason(bulletinTransitions, act, row.state)}
      onAct={() => onAsk(act)}
    >
      {t(ACTS[act].title)}
    </ActButton>
  );
}

/** Who has read an announcement, and who has not. */
function Receipts({ bulletinId }: { bulletinId: string }) {
  return (
    <Addressees
      of={bulletinReceiptList}
      filters={(isRead) => ({ bulletinId: bulletinId, isRead })}
      given={{ bulletinId: bulletinId }}
      doneAt="readAt"
      counts={{ open: 'unreadCount', done: 'readCount' }}
      words={{
        open: { zh: '未读', en: 'Unread' },
        done: { zh: '已读', en: 'Read' },
        noneDone: { zh: '还没有人阅读', en: 'Nobody has read it yet' },
        noneOpen: { zh: '所有人都已阅读', en: 'Everybody has read it' },
      }}
    />
  );
}
