import './activity.css';
import type { Label, Resource } from '@boyun/kernel/contract';
import { WeekDay } from '@boyun/kernel/contract';
import {
  ActButton,
  listLink,
  moneyText,
  now,
  OperationDialog,
  ResourcePage,
  type ResourcePageProps,
  refreshLists,
  useText,
} from '@boyun/kernel/web';
import { Hours } from '@boyun/lists/web';
import type { ReviewKind } from '@boyun/reviews/contract';
import { ALREADY_ASKED, PendingBanner, PendingMark, PendingStrip, usePendingSubjects } from '@boyun/reviews/web';
import { Progress } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { type ActivityKind, pauseActivity } from '../activity/activity-act.contract.ts';
import type { ActivityState } from '../activity/activity-field.contract.ts';

const ActivityDays = lazy(() => import('../activity-days/activity-days.view.tsx'));
const Preview = lazy(() => import('../preview/preview.view.tsx'));

/** The fields that both kinds of activities have. */
export interface ActivityRow {
  readonly id: string;
  readonly name: string;
  readonly state: ActivityState;
  readonly isPaused: boolean;
  readonly days: readonly (keyof typeof WeekDay)[];
  readonly dailyFrom: string | null;
  readonly dailyTo: string | null;
  readonly usedFen: number;
  readonly usedCount: number;
  readonly budgetFen: number | null;
}

const PAUSE: Label = { zh: '暂停', en: 'Pause' };
const RESUME: Label = { zh: '恢复', en: 'Resume' };
const PAUSE_HINT: Label = {
  zh: '立即停止新的优惠；司机已看到的账单10分钟内仍按原优惠。',
  en: 'Nothing more is taken off. Bills that drivers have seen keep their discount for ten minutes.',
};
const ENDED: Label = { zh: '活动已结束', en: 'The activity is over' };

/** The page of one kind of activity: requests under review, pause, use of the budget, and a preview on past stays in the drawer. */
export function ActivityPage<R extends Resource>({
  kind,
  review,
  ...props
}: ResourcePageProps<R> & { readonly kind: ActivityKind; readonly review: ReviewKind }) {
  const t = useText();
  const [asked, setAsked] = useState<ActivityRow | null>(null);
  const pending = usePendingSubjects(review.name);
  const isPending = (row: object) => pending.has((row as ActivityRow).id);
  const pause = (row: ActivityRow, type: 'link' | 'default') => (
    <ActButton
      type={type}
      access={pauseActivity.access}
      disabledReason={row.state === 'over' ? ENDED : null}
      onAct={() => setAsked(row)}
    >
      {t(row.isPaused ? RESUME : PAUSE)}
    </ActButton>
  );
  const list = {
    ...props,
    cells: {
      name: {
        width: 170,
        isGrowing: true,
        cell: (row: ActivityRow) => (
          <span className="by-row">
            {row.name}
            {isPending(row) && <PendingMark label={review.label} />}
          </span>
        ),
      },
      state: { width: 104 },
      lotIds: { width: 160 },
      hours: { label: { zh: '时段', en: 'Hours' }, width: 236, cell: (row: ActivityRow) => <When row={row} /> },
      used: {
        label: { zh: '已优惠 / 预算', en: 'Given / budget' },
        width: 170,
        cell: (row: ActivityRow) => <Used row={row} />,
      },
      usedCount: { width: 88 },
      validFrom: { isHiddenAtFirst: true },
      remark: { isHiddenAtFirst: true },
      ...props.cells,
    },
    startWith: () => ({ validFrom: now() }),
    above: () => <PendingStrip kinds={[review.name]} />,
    detailNotes: (row: ActivityRow) => <PendingBanner subjectId={row.id} />,
    changeDisabledReason: (row: object): Label | null => (isPending(row) ? ALREADY_ASKED : null),
    rowActs: (row: ActivityRow) => pause(row, 'link'),
    actsWidth: 156,
    detailWidth: 720,
    moreDetail: (row: ActivityRow) => (
      <>
        <div className="by-row">{pause(row, 'default')}</div>
        <Suspense fallback={null}>
          <ActivityDays row={row} />
          <Preview kind={kind} id={row.id} budgetFen={row.budgetFen} />
        </Suspense>
      </>
    ),
  } as unknown as ResourcePageProps<R>;
  return (
    <>
      <ResourcePage {...list} />
      {asked && <PauseDialog kind={kind} row={asked} list={props.of.name} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Asks why an activity is paused or resumed. */
function PauseDialog({
  kind,
  row,
  list,
  onClose,
}: {
  kind: ActivityKind;
  row: ActivityRow;
  list: string;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      of={pauseActivity}
      given={{ kind, id: row.id, isPaused: !row.isPaused }}
      fields={{ reason: pauseActivity.input.reason }}
      title={`${t(row.isPaused ? RESUME : PAUSE)} · ${row.name}`}
      hint={row.isPaused ? undefined : PAUSE_HINT}
      done={{ zh: '已处理', en: 'Done' }}
      onClose={onClose}
      onDone={() => refreshLists(list)}
    />
  );
}

/** The days and hours of an activity. */
function When({ row }: { row: ActivityRow }) {
  const t = useText();
  const days = (Object.keys(WeekDay).map(Number) as (keyof typeof WeekDay)[])
    .toSorted((a, b) => (a || 7) - (b || 7))
    .filter((day) => row.days.includes(day));
  const words =
    days.length === 0 || days.length === 7
      ? ''
      : `${days.map((day) => t(WeekDay[day])).join(t({ zh: '、', en: ', ' }))} `;
  return (
    <span>
      {words}
      <Hours row={row} />
    </span>
  );
}

/** What was given, beside the budget where there is one; leads to the uses. */
function Used({ row }: { row: ActivityRow }) {
  const { usedFen, budgetFen } = row;
  const to = listLink('/_cloud_activity/use', { activityId: row.id });
  if (budgetFen === null)
    return (
      <Link to={to} className="by-figure">
        {moneyText(usedFen)}
      </Link>
    );
  const percent = Math.min(100, Math.round((usedFen / budgetFen) * 100));
  return (
    <Link to={to} className="activity-used">
      <span className="by-figure">
        {moneyText(usedFen)} / {moneyText(budgetFen)}
      </span>
      <Progress
        percent={percent}
        size={['100%', 4]}
        showInfo={false}
        status={percent === 100 ? 'exception' : 'normal'}
      />
    </Link>
  );
}
