import { WeekDay } from '@boyun/kernel/contract';
import { ResourcePage, useText } from '@boyun/kernel/web';
import { inspectionPlan } from './inspection.contract.ts';

type DayOfWeek = keyof typeof WeekDay;

const WEEK: readonly DayOfWeek[] = [1, 2, 3, 4, 5, 6, 0];

/** The plans of lots and routes. */
export default function InspectionPlanPage() {
  return (
    <ResourcePage
      of={inspectionPlan}
      columns={['name', 'place', 'inspectorId', 'days', 'dueHours', 'isEnabled', 'nextAt', 'items']}
      cells={{
        name: { width: 150, isGrowing: true },
        place: {
          label: { zh: '车场或路线', en: 'Lot or route' },
          width: 170,
          isGrowing: true,
          cell: (row) => row.routeName ?? row.lotName,
        },
        inspectorId: { width: 124 },
        days: {
          label: { zh: '时间', en: 'When' },
          width: 190,
          isGrowing: true,
          cell: (row) => <When days={row.days} startsAt={row.startsAt} everyDays={row.everyDays} />,
        },
        dueHours: { width: 130 },
        isEnabled: { width: 90 },
        nextAt: { width: 150 },
        items: { isHiddenAtFirst: true },
      }}
      asListed={['days']}
      formParts={(values) => ({
        // A plan is for one of the two, and one on days of the week has no other interval.
        ...(values.routeId ? { lotId: null, items: null } : {}),
        ...(values.lotId ? { routeId: null } : {}),
        ...((values.days ?? []).length > 0 ? { everyDays: null } : {}),
      })}
    />
  );
}

function When({
  days,
  startsAt,
  everyDays,
}: {
  days: readonly DayOfWeek[];
  startsAt: string | null;
  everyDays: number;
}) {
  const t = useText();
  const named = WEEK.filter((day) => days.includes(day)).map((day) => t(WeekDay[day]));
  if (named.length === 5 && !days.includes(6) && !days.includes(0))
    return `${t({ zh: '工作日', en: 'Mon–Fri' })} ${startsAt ?? ''}`.trim();
  const every =
    days.length === 7 || (days.length === 0 && everyDays === 1)
      ? t({ zh: '每天', en: 'Every day' })
      : days.length > 0
        ? named.join(t({ zh: '、', en: ', ' }))
        : t({ zh: '每{n}天', en: 'Every {n} days' }, { n: everyDays });
  return `${every} ${startsAt ?? ''}`.trim();
}
