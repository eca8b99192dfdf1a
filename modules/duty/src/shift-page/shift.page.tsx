import './shift.css';
import { type Output, type ReportRow, WeekDay } from '@boyun/kernel/contract';
import {
  call,
  can,
  Drawer,
  ErrorState,
  ListPage,
  Money,
  NoPermission,
  notify,
  OperationDialog,
  PrintButton,
  RecordForm,
  ResourcePage,
  refreshLists,
  Skeleton,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { getRoster } from '../roster/roster.contract.ts';
import { Roster } from '../roster/roster.view.tsx';
import { sentry } from '../sentry/sentry.contract.ts';
import { closeShift, countShift, getOwnShift, openShift, shiftList, shiftPlan } from '../shift/shift.contract.ts';

type Own = Output<typeof getOwnShift>['counted'][number];
type Row = ReportRow<typeof shiftList>;
type Show = 'shifts' | 'roster' | 'plans';
type DayOfWeek = keyof typeof WeekDay;

const WEEK: readonly DayOfWeek[] = [1, 2, 3, 4, 5, 6, 0];

const refresh = () => Promise.all([refreshLists(shiftList.name), refreshLists(sentry.name)]);

/** Shifts of the booths: the caller's own at the top, all shifts below, and the plans. */
export default function ShiftPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab');
  const show: Show = (tab === 'plans' || tab === 'roster') && can(shiftPlan.can.list) ? tab : 'shifts';
  const [signed, setSigned] = useState<Row | null>(null);
  if (!can(shiftList.access)) return <NoPermission />;
  const choice = can(shiftPlan.can.list) && (
    <Segmented<Show>
      value={show}
      options={[
        { value: 'shifts', label: t({ zh: '班次记录', en: 'Shifts' }) },
        { value: 'roster', label: t(getRoster.title) },
        { value: 'plans', label: t(shiftPlan.title) },
      ]}
      onChange={(next) => setQuery(next === 'shifts' ? {} : { tab: next }, { replace: true })}
    />
  );
  if (show === 'roster') return <Roster tools={choice} />;
  if (show === 'plans')
    return (
      <ResourcePage
        of={shiftPlan}
        moreTools={() => choice}
        asListed={['days']}
        cells={{ days: { width: 240, isGrowing: true, cell: (row) => <Days days={row.days} /> } }}
      />
    );
  return (
    <>
      <ListPage
        source={shiftList}
        everyMs={30_000}
        above={() => can(getOwnShift.access) && <OwnShift />}
        toolbar={() => choice}
        actsWidth={72}
        rowActs={(row) =>
          row.state === 'counted' &&
          can(closeShift.access) && (
            <Button type="link" size="small" onClick={() => setSigned(row)}>
              {t({ zh: '签收', en: 'Sign' })}
            </Button>
          )
        }
        detailTitle={(row) => row.holderName}
        detailActs={(row) => <HandOver row={row} />}
        cells={{
          sentryId: { width: 150, isGrowing: true },
          holderName: { width: 84 },
          state: { width: 114 },
          openedAt: { width: 152 },
          openingFen: { width: 92 },
          cashFen: { width: 88 },
          expectedFen: { width: 84 },
          countedFen: { width: 84 },
          receiverName: { width: 84 },
          cashCount: { isHiddenAtFirst: true },
          differenceFen: {
            width: 86,
            cell: (row) => <Difference fen={row.differenceFen} />,
          },
          handedInFen: { isHiddenAtFirst: true },
          countedAt: { isHiddenAtFirst: true },
          note: { isHiddenAtFirst: true },
        }}
        rowClass={(row) => (row.differenceFen ? 'is-bad' : undefined)}
        empty={{
          title: { zh: '还没有班次', en: 'No shifts yet' },
          hint: { zh: '点击“上岗”开始第一个班次', en: 'Go on duty to start the first shift' },
        }}
      />
      <SignDialog row={signed} onClose={() => setSigned(null)} />
    </>
  );
}

const SIGNERS = [
  { zh: '交班人签字', en: 'Handed over by' },
  { zh: '接班人签字', en: 'Received by' },
];

/** Prints the slip of a shift that was counted. */
function HandOver({ row }: { row: Row }) {
  if (row.countedFen === null) return null;
  return (
    <PrintButton
      text={{ zh: '打印交接单', en: 'Print hand-over' }}
      title={{ zh: '交接班单', en: 'Hand-over of a shift' }}
      fields={shiftList.columns}
      keys={[
        'sentryId',
        'holderName',
        'openedAt',
        'countedAt',
        'openingFen',
        'cashCount',
        'cashFen',
        'expectedFen',
        'countedFen',
        'differenceFen',
        'handedInFen',
        'receiverName',
        'note',
      ]}
      row={row}
      strongKey="countedFen"
      signers={SIGNERS}
    />
  );
}

/** Days of the week in calendar order, or one word for all of them. */
function Days({ days }: { days: readonly DayOfWeek[] }) {
  const t = useText();
  if (days.length === WEEK.length) return t({ zh: '每天', en: 'Every day' });
  return WEEK.filter((day) => days.includes(day))
    .map((day) => t(WeekDay[day]))
    .join(t({ zh: '、', en: ', ' }));
}

function Difference({ fen }: { fen: number | null }) {
  if (fen === null) return <span className="by-faint">—</span>;
  return (
    <span className={fen === 0 ? undefined : 'shift-off'}>
      <Money fen={fen} />
    </span>
  );
}

/** The caller's current shift, with the buttons to go on or off duty. */
function OwnShift() {
  const t = useText();
  const [sheet, setSheet] = useState<'open' | Own | null>(null);
  const asked = useQuery({
    queryKey: ['list', shiftList.name, 'own'],
    queryFn: ({ signal }) => call(getOwnShift, {}, { signal, isQuiet: true }),
    refetchInterval: 15_000,
  });
  if (asked.error && !asked.data) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (asked.data === undefined) return <Skeleton lines={2} />;
  const { shift: own, counted } = asked.data;
  const done = async () => {
    setSheet(null);
    await refresh();
  };
  return (
    <section className="by-sheet shift-own">
      {own ? (
        <>
          <span>
            <span className="by-small by-faint">{t({ zh: '我正在值班', en: 'You are on duty' })}</span>
            <strong>{own.sentryName}</strong>
            <span className="by-small">
              <TimeText at={own.openedAt} style="minute" /> {t({ zh: '起', en: 'since' })}
            </span>
          </span>
          {(['openingFen', 'cashFen', 'expectedFen'] as const).map((key) => (
            <Figure key={key} of={key} fen={own[key]} />
          ))}
          <Button type="primary" onClick={() => setSheet(own)}>
            {t(countShift.title)}
          </Button>
        </>
      ) : (
        <>
          <span>{t({ zh: '当前未上岗', en: 'You are off duty' })}</span>
          <Button type="primary" onClick={() => setSheet('open')}>
            {t(openShift.title)}
          </Button>
        </>
      )}
      {counted.map((one) => (
        <div key={one.id} className="shift-counted">
          <span>
            <span className="by-small by-faint">
              {t({ zh: '我的交班，待签收', en: 'Your hand-over, to be signed' })}
            </span>
            <strong>{one.sentryName}</strong>
            <span className="by-small">
              <TimeText at={one.openedAt} style="minute" /> {t({ zh: '起', en: 'since' })}
            </span>
          </span>
          <Figure of="expectedFen" fen={one.expectedFen} />
          <Figure of="countedFen" fen={one.countedFen!} isOff={one.countedFen !== one.expectedFen} />
          <Button onClick={() => setSheet(one)}>{t({ zh: '重新清点', en: 'Count again' })}</Button>
        </div>
      ))}
      <Drawer
        isOpen={sheet !== null}
        width={480}
        title={t(sheet === 'open' ? openShift.title : countShift.title)}
        onClose={() => setSheet(null)}
      >
        {sheet === 'open' && <OpenForm onDone={done} onCancel={() => setSheet(null)} />}
        {sheet !== null && sheet !== 'open' && <CountForm own={sheet} onDone={done} onCancel={() => setSheet(null)} />}
      </Drawer>
    </section>
  );
}

function Figure({
  of,
  fen,
  isOff,
}: {
  of: 'openingFen' | 'cashFen' | 'expectedFen' | 'countedFen';
  fen: number;
  isOff?: boolean;
}) {
  return (
    <span>
      <span className="by-small by-faint">{useText()(shiftList.columns[of].label)}</span>
      <strong className={isOff ? 'shift-off' : undefined}>
        <Money fen={fen} />
      </strong>
    </span>
  );
}

function OpenForm({ onDone, onCancel }: { onDone: () => Promise<void>; onCancel: () => void }) {
  return (
    <RecordForm
      columns={1}
      fields={openShift.input}
      submitText={useText()(openShift.title)}
      onSubmit={async (values) => {
        await call(openShift, values);
        notify('good', { zh: '已上岗', en: 'You are on duty' });
        await onDone();
      }}
      onCancel={onCancel}
    />
  );
}

function CountForm({ own, onDone, onCancel }: { own: Own; onDone: () => Promise<void>; onCancel: () => void }) {
  const t = useText();
  const { shiftId: _, ...fields } = countShift.input;
  return (
    <>
      <p>
        {t({ zh: '备用金与本班现金合计应有', en: 'Expected from opening cash and this shift’s cash:' })}{' '}
        <Money fen={own.expectedFen} isStrong />{' '}
        {t({ zh: '元。请清点后如实填写。', en: 'yuan. Count the till and enter the actual amount.' })}
      </p>
      <RecordForm
        columns={1}
        fields={fields}
        submitText={t({ zh: '签字交班', en: 'Sign and hand over' })}
        onSubmit={async (values) => {
          await call(countShift, { ...values, shiftId: own.id });
          notify('good', { zh: '已清点，等待签收', en: 'Counted; waiting for another person to sign' });
          await onDone();
        }}
        onCancel={onCancel}
      />
    </>
  );
}

const SIGN_FIELDS = {
  isTakingOver: {
    ...closeShift.input.isTakingOver,
    label: { zh: '由我接班，余下现金作备用金', en: 'I take over; the remaining cash becomes my opening cash' },
  },
};

function SignDialog({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const t = useText();
  return (
    <OperationDialog
      isOpen={row !== null}
      onClose={onClose}
      of={closeShift}
      given={{ shiftId: row?.id ?? '' }}
      fields={SIGN_FIELDS}
      parts={can(openShift.access) ? {} : { isTakingOver: null }}
      width={480}
      okText={{ zh: '签收', en: 'Sign' }}
      done={{ zh: '已签收', en: 'Signed' }}
      onDone={refresh}
    >
      {row && (
        <dl className="by-facts">
          {(['holderName', 'expectedFen', 'countedFen', 'differenceFen', 'handedInFen', 'note'] as const).map((key) => (
            <div key={key}>
              <dt>{t(shiftList.columns[key].label)}</dt>
              <dd>
                {key.endsWith('Fen') ? (
                  <Money fen={row[key] as number} isStrong={key === 'differenceFen'} />
                ) : (
                  (row[key] ?? '—')
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </OperationDialog>
  );
}
