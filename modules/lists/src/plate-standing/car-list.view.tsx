import { type CarPartProps, CarSection, call, can, TimeText, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Standing } from '../standing/list-kind.contract.ts';
import { getPlateStanding } from './plate-standing.contract.ts';

/** The lists that contain a car now. */
export default function CarLists(props: CarPartProps) {
  return can(getPlateStanding.access) ? <Lists {...props} /> : null;
}

function Lists({ plate, onLeave }: CarPartProps) {
  const t = useText();
  const asked = useQuery({
    queryKey: ['plate-standing', plate],
    queryFn: ({ signal }) => call(getPlateStanding, { plate }, { signal, isQuiet: true }),
    select: ({ entries }) => ({ rows: entries }),
  });
  return (
    <CarSection title={{ zh: '名单', en: 'Lists' }} asked={asked} onLeave={onLeave}>
      {(entries) => (
        <ul>
          {entries.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id here and never move
            <li key={index}>
              <b>{t(Standing[one.kind]!)}</b>
              <span>{one.lotName ?? t({ zh: '全部车场', en: 'All lots' })}</span>
              <span className="by-faint">
                {one.validUntil ? (
                  <>
                    {t({ zh: '至', en: 'until' })} <TimeText at={one.validUntil} style="day" />
                  </>
                ) : (
                  t({ zh: '长期', en: 'no end' })
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </CarSection>
  );
}
