import { ActButton, call, Empty, ErrorState, Plate, Skeleton, TimeText, useText, ZoomPicture } from '@boyun/kernel/web';
import { badgeOf, Standing } from '@boyun/lists/contract';
import { useQuery } from '@tanstack/react-query';
import { getCandidates, matchWaiting } from '../waiting-car/waiting-car.contract.ts';
import './match-car.css';

const INSIDE = { zh: '相近的在场车辆', en: 'Similar cars inside' };
const LISTED = { zh: '名单中相近的车牌', en: 'Similar plates on lists' };

/** The cars that may be the one of a passing, and where its picture shows the plate. */
export function useCandidates(passingId: string | null | undefined, plate: string | null) {
  return useQuery({
    queryKey: ['candidates', passingId, plate],
    enabled: Boolean(passingId),
    queryFn: ({ signal }) => call(getCandidates, { passingId: passingId!, plate }, { signal, isQuiet: true }),
    placeholderData: (before) => before,
  });
}

/** The cars that may be the one waiting; nothing at an entry where no list has a similar plate. */
export function Candidates({
  passingId,
  plate,
  isExit,
  onChoose,
}: {
  passingId: string | null | undefined;
  plate: string | null;
  isExit: boolean;
  onChoose: (plate: string) => Promise<unknown>;
}) {
  const t = useText();
  const asked = useCandidates(passingId, plate);
  if (!isExit && !asked.data?.candidates.length) return null;
  const title = t(isExit ? INSIDE : LISTED);
  return (
    <section className="match-cars" aria-label={title}>
      <h3>{title}</h3>
      {asked.error && !asked.data ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <Skeleton lines={3} />
      ) : asked.data.candidates.length === 0 ? (
        <Empty title={{ zh: '场内没有车辆', en: 'No car is inside' }} />
      ) : (
        <div className="match-list">
          {asked.data.candidates.map((one) => (
            <div key={one.plate} className="match-car">
              {isExit && (
                <ZoomPicture address={one.picture} label={{ zh: '入场图片', en: 'Entry picture' }} size="fill" />
              )}
              <Plate text={one.plate} color={one.plateColor} badge={badgeOf(one.standing)} />
              {one.enteredAt ? (
                <TimeText at={one.enteredAt} style="minute" />
              ) : (
                <span>{t(Standing[one.standing]!)}</span>
              )}
              <ActButton size="small" access={matchWaiting.access} onAct={() => onChoose(one.plate)}>
                {t({ zh: '就是这辆', en: 'This one' })}
              </ActButton>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
