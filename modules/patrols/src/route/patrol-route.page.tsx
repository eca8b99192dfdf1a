import '../look/patrol.css';
import { WeekDay } from '@boyun/kernel/contract';
import { ResourcePage, useText } from '@boyun/kernel/web';
import { patrolRoute } from './patrol-route.contract.ts';
import { type DraftStop, RouteLotsInput } from './route-lots.form.tsx';

type DayOfWeek = keyof typeof WeekDay;

const WEEK: readonly DayOfWeek[] = [1, 2, 3, 4, 5, 6, 0];

/** The routes with their lots in order and when they are driven. */
export default function PatrolRoutePage() {
  return (
    <ResourcePage
      of={patrolRoute}
      columns={['name', 'carId', 'stops', 'days', 'expectedMinutes', 'graceMinutes', 'nextAt', 'isEnabled']}
      cells={{
        name: { width: 150, isGrowing: true },
        carId: { width: 130 },
        stops: {
          label: patrolRoute.fields.stops.label,
          width: 280,
          isGrowing: true,
          cell: (row) => namesOf(row.stops as readonly DraftStop[]),
        },
        days: {
          label: { zh: '计划', en: 'Plan' },
          width: 170,
          cell: (row) => <When days={row.days} startsAt={row.startsAt} />,
        },
        expectedMinutes: { width: 124 },
        graceMinutes: { isHiddenAtFirst: true },
        nextAt: { width: 150 },
        isEnabled: { width: 90 },
      }}
      asListed={['days']}
      formParts={{
        stops: ({ id, value, isInvalid, onChange }) => (
          <RouteLotsInput
            id={id}
            value={(value ?? []) as readonly DraftStop[]}
            isInvalid={isInvalid}
            onChange={(stops) => onChange(stops as NonNullable<typeof value>)}
          />
        ),
      }}
    />
  );
}

const namesOf = (stops: readonly DraftStop[] | undefined) => (stops ?? []).map((one) => one.lotName).join(' → ');

function When({ days, startsAt }: { days: readonly DayOfWeek[]; startsAt: string | null }) {
  const t = useText();
  if (!startsAt) return t({ zh: '需要时', en: 'When needed' });
  const named = WEEK.filter((day) => days.includes(day)).map((day) => t(WeekDay[day]));
  if (named.length === 0 || named.length === 7) return `${t({ zh: '每天', en: 'Every day' })} ${startsAt}`;
  if (named.length === 5 && !days.includes(6) && !days.includes(0))
    return `${t({ zh: '工作日', en: 'Mon–Fri' })} ${startsAt}`;
  return `${named.join(t({ zh: '、', en: ', ' }))} ${startsAt}`;
}
