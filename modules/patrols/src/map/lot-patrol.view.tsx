import '../look/patrol.css';
import { listLink, TimeText, useText } from '@boyun/kernel/web';
import { CarFront } from 'lucide-react';
import { Link } from 'react-router';
import { usePatrolCars } from './use-cars.view.ts';

/** The patrols of a lot on its card: cars under way, when it was visited last, and what waits to be handled. */
export default function LotPatrol({ lotId }: { lotId: string }) {
  const t = useText();
  const found = usePatrolCars(lotId);
  const driving = found?.cars.filter((one) => one.tourId) ?? [];
  if (!found || (driving.length === 0 && !found.lastVisitAt && found.openCount === 0)) return null;
  return (
    <section className="patrol-card">
      <CarFront aria-hidden />
      <div>
        {driving.map((one) => (
          <p key={one.id}>
            <Link to={`/_cloud_operation/patrolTour?open=${one.tourId}`}>{one.name}</Link>{' '}
            <span className="by-faint">
              {one.tourName ?? t({ zh: '自由巡逻', en: 'free patrol' })}
              {one.speed !== null && ` · ${one.speed}\u00a0km/h`}
            </span>
          </p>
        ))}
        <p className="by-small by-faint">
          {found.lastVisitAt ? (
            <>
              {t({ zh: '最近巡逻', en: 'Last patrol' })} <TimeText at={found.lastVisitAt} style="minute" />
            </>
          ) : (
            t({ zh: '尚未巡逻', en: 'Not patrolled yet' })
          )}
        </p>
      </div>
      {found.openCount > 0 && (
        <Link to={listLink('/_cloud_operation/patrolFinding', { lotId, state: 'open' })}>
          {t({ zh: '{n} 个待处理', en: '{n} open' }, { n: found.openCount })}
        </Link>
      )}
    </section>
  );
}
