import { isPlate } from '@boyun/domain/plate';
import { call, can, timeText, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Standing } from '../standing/list-kind.contract.ts';
import { getPlateStanding } from './plate-standing.contract.ts';

/** The lists that contain a plate, shown below its input once the plate is complete. */
export default function PlateStanding({ plate }: { plate: string }) {
  const t = useText();
  const isAsked = isPlate(plate) && can(getPlateStanding.access);
  const { data } = useQuery({
    queryKey: ['plate-standing', plate],
    queryFn: ({ signal }) => call(getPlateStanding, { plate }, { signal, isQuiet: true }),
    enabled: isAsked,
  });
  if (!isAsked || !data) return null;
  const words = new Map(
    data.entries.map(({ kind, lotName, validUntil }) => [
      [
        t(Standing[kind]!),
        lotName ?? t({ zh: '全部车场', en: 'all lots' }),
        validUntil && t({ zh: '至 {day}', en: 'until {day}' }, { day: timeText(validUntil, 'day') }),
      ]
        .filter(Boolean)
        .join(' · '),
      kind,
    ]),
  );
  return (
    <ul className="by-plate-standing" aria-live="polite">
      {words.size === 0 && <li>{t(Standing.temporary!)}</li>}
      {[...words].map(([text, kind]) => (
        <li key={text} className={kind === 'black' ? 'is-bad' : undefined}>
          {text}
        </li>
      ))}
    </ul>
  );
}
