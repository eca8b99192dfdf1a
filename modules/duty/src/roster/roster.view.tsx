import './roster.css';
import { dayKey, dayOfKey, keyOfDay, weekdayOf } from '@boyun/domain/period';
import { type Output, WeekDay } from '@boyun/kernel/contract';
import {
  call,
  can,
  Empty,
  ErrorState,
  OperationDialog,
  ReferenceInput,
  Skeleton,
  StateDot,
  TimeText,
  tenantZone,
  useNow,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { assignShift, copyRoster, getRoster, RosterState } from './roster.contract.ts';

type Answer = Output<typeof getRoster>;
/** A shift of the answer, with the names of whom it refers to. */
type Day = Answer['plans'][number]['days'][number] & {
  readonly accountName?: string | null;
  readonly actualName?: string | null;
};
type Plan = Omit<Answer['plans'][number], 'days'> & {
  readonly sentryName?: string | null;
  readonly days: readonly Day[];
};

const LIST = 'roster';
const DAYS = 7;
/** Whom to plan cannot be changed any more. */
const isOver = (day: Day, nowMs: number) => day.endsAt.getTime() <= nowMs;
const mondayOf = (day: string) => keyOfDay(dayOfKey(day) - ((weekdayOf(dayOfKey(day)) + 6) % 7));
const later = (day: string, days: number) => keyOfDay(dayOfKey(day) + days);

/** The roster of a week: who is planned for each shift of each booth, and who went on duty. */
export function Roster({ tools }: { tools: ReactNode }) {
  const t = useText();
  const now = useNow(60_000);
  const [query, setQuery] = useSearchParams();
  const lotId = query.get('lotId');
  const thisWeek = mondayOf(dayKey(now.getTime(), tenantZone()));
  const asked = query.get('week');
  const from = asked && /^\d{4}-\d{2}-\d{2}$/.test(asked) ? mondayOf(asked) : thisWeek;
  const [chosen, setChosen] = useState<{ plan: Plan; day: Day } | null>(null);
  const [isCopying, setCopying] = useState(false);
  const roster = useQuery({
    queryKey: ['list', LIST, from, lotId],
    queryFn: ({ signal }) => call(getRoster, { from, lotId }, { signal, isQuiet: true }),
    refetchInterval: 60_000,
  });
  const choose = (values: Record<string, string | null>) => {
    const next = new URLSearchParams(query);
    for (const [key, value] of Object.entries(values)) value === null ? next.delete(key) : next.set(key, value);
    setQuery(next, { replace: true });
  };
  const week = { from, to: later(from, DAYS - 1) };
  return (
    <div className="by-page by-page-list roster">
      <div className="by-sheet roster-head">
        {tools}
        <span className="by-row">
          <Button
            icon={<ChevronLeft />}
            aria-label={t({ zh: '上一周', en: 'The week before' })}
            onClick={() => choose({ week: later(from, -DAYS) })}
          />
          <strong className="roster-week">
            {week.from} – {week.to.slice(5)}
          </strong>
          <Button
            icon={<ChevronRight />}
            aria-label={t({ zh: '下一周', en: 'The week after' })}
            onClick={() => choose({ week: later(from, DAYS) })}
          />
          <Button disabled={from === thisWeek} onClick={() => choose({ week: null })}>
            {t({ zh: '本周', en: 'This week' })}
          </Button>
        </span>
        <span className="roster-lot">
          <ReferenceInput
            to="lot"
            placeholder={t(getRoster.input.lotId.label)}
            value={lotId}
            onChange={(value) => choose({ lotId: value })}
          />
        </span>
        {can(copyRoster.access) && <Button onClick={() => setCopying(true)}>{t(copyRoster.title)}</Button>}
      </div>
      <RosterTable
        asked={roster}
        from={from}
        nowMs={now.getTime()}
        onChoose={(plan, day) => setChosen({ plan, day })}
      />
      <Assign chosen={chosen} onClose={() => setChosen(null)} />
      <OperationDialog
        isOpen={isCopying}
        onClose={() => setCopying(false)}
        of={copyRoster}
        fields={{}}
        given={{ from, to: later(from, DAYS), lotId }}
        done={({ copiedCount }) => ({ zh: `已为下周排班${copiedCount}次`, en: `${copiedCount} shifts assigned` })}
        refreshes={[LIST]}
        onDone={() => choose({ week: later(from, DAYS) })}
      >
        <p>
          {t(
            {
              zh: '将 {from} 这一周的排班复制到 {to} 这一周。已排的、已结束的班次和时间冲突的人员不变。',
              en: 'Copies the people of the week of {from} to the week of {to}. Shifts that are assigned or over, and people planned elsewhere, are left as they are.',
            },
            { from, to: later(from, DAYS) },
          )}
        </p>
      </OperationDialog>
    </div>
  );
}

/** The table: a row for each shift of a booth, a column for each day. */
function RosterTable({
  asked,
  from,
  nowMs,
  onChoose,
}: {
  asked: { data?: Answer; error: Error | null; refetch: () => unknown };
  from: string;
  nowMs: number;
  onChoose: (plan: Plan, day: Day) => void;
}) {
  const t = useText();
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={8} />;
  const { plans, mostPlans } = asked.data;
  if (plans.length === 0)
    return (
      <Empty
        title={{ zh: '还没有班次计划', en: 'No shift plans yet' }}
        hint={{ zh: '先在“班次计划”中为岗亭设定班次', en: 'Add the shifts of the booths under Shift plans first' }}
      />
    );
  const today = dayKey(nowMs, tenantZone());
  return (
    <div className="by-sheet roster-sheet">
      <table>
        <thead>
          <tr>
            <th scope="col">{t({ zh: '班次', en: 'Shift' })}</th>
            {Array.from({ length: DAYS }, (_, index) => later(from, index)).map((day) => (
              <th key={day} scope="col" className={day === today ? 'is-today' : undefined}>
                {t(WeekDay[weekdayOf(dayOfKey(day)) as keyof typeof WeekDay])} {day.slice(5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plans.map((plan: Plan, index) => (
            <Fragment key={plan.id}>
              {plan.sentryId !== plans[index - 1]?.sentryId && (
                <tr className="roster-booth">
                  <th scope="rowgroup" colSpan={DAYS + 1}>
                    {plan.sentryName}
                  </th>
                </tr>
              )}
              <tr>
                <th scope="row">
                  <span>{plan.name}</span>
                  <span className="by-small by-faint">
                    {plan.startsAt}–{plan.endsAt}
                  </span>
                </th>
                {plan.days.map((day) => (
                  <td key={day.day} className={day.day === today ? 'is-today' : undefined}>
                    <Cell plan={plan} day={day} isFixed={isOver(day, nowMs)} onChoose={() => onChoose(plan, day)} />
                  </td>
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
      {plans.length === mostPlans && (
        <p className="by-hint">
          {t(
            { zh: '只显示前{count}个班次，请选择车场', en: 'Only {count} shifts are shown. Choose a lot' },
            { count: mostPlans },
          )}
        </p>
      )}
    </div>
  );
}

/** One shift: the person planned, and how it went. */
function Cell({ plan, day, isFixed, onChoose }: { plan: Plan; day: Day; isFixed: boolean; onChoose: () => void }) {
  const t = useText();
  if (day.state === 'off') return <span className="by-faint">—</span>;
  const { tone } = RosterState[day.state];
  const inside = (
    <>
      <span>{day.accountName ?? (day.accountId === null && isFixed ? '—' : t(RosterState.open))}</span>
      {day.state !== 'planned' && day.state !== 'open' && (
        <span className="by-small by-row">
          <StateDot tone={tone} label={RosterState[day.state]} />
          {day.openedAt && <TimeText at={day.openedAt} style="clock" />}
        </span>
      )}
      {day.actualId !== day.accountId && <span className="by-small by-faint">{day.actualName}</span>}
    </>
  );
  if (isFixed || !can(assignShift.access)) return <div className={`roster-cell is-${day.state}`}>{inside}</div>;
  return (
    <button
      type="button"
      className={`roster-cell is-${day.state}`}
      aria-label={`${plan.sentryName} ${plan.name} ${day.day}: ${day.accountName ?? t(RosterState.open)}`}
      onClick={onChoose}
    >
      {inside}
    </button>
  );
}

const ASSIGN_FIELDS = { accountId: assignShift.input.accountId };

function Assign({ chosen, onClose }: { chosen: { plan: Plan; day: Day } | null; onClose: () => void }) {
  return (
    <OperationDialog
      isOpen={chosen !== null}
      onClose={onClose}
      of={assignShift}
      fields={ASSIGN_FIELDS}
      initial={{ accountId: chosen?.day.accountId ?? null }}
      given={{ planId: chosen?.plan.id ?? '', day: chosen?.day.day ?? '' }}
      title={chosen ? `${chosen.plan.sentryName} · ${chosen.plan.name} · ${chosen.day.day}` : undefined}
      okText={{ zh: '确定', en: 'Save' }}
      refreshes={[LIST]}
    />
  );
}
