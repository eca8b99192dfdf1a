import { ActButton, call, Empty, Plate, Skeleton, TimeText, useText, ZoomPicture } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { getCandidates, matchWaiting } from '../waiting-car/waiting-car.contract.ts';
import './match-car.css';

/** The cars inside that are most similar to the plate, with their pictures. */
export function Candidates({
  passingId,
  plate,
  onChoose,
}: {
  passingId: string | null | undefined;
  plate: string | null;
  onChoose: (plate: string) => Promise<unknown>;
}) {
  const t = useText();
  const asked = useQuery({
    queryKey: ['candidates', passingId, plate],
    enabled: Boolean(passingId),
    queryFn: ({ signal }) => call(getCandidates, { passingId: passingId!, plate }, { signal, isQuiet: true }),
    placeholderData: (before) => before,
  });
  return (
    <section className="match-cars" aria-label={t(getCandidates.title)}>
      <h3>{t(getCandidates.title)}</h3>
      {!asked.data ? (
        <Skeleton lines={3} />
      ) : asked.data.candidates.length === 0 ? (
        <Empty title={{ zh: '场内没有车辆', en: 'No car is inside' }} />
      ) : (
        <div className="match-list">
          {asked.data.candidates.map((one) => (
            <div key={one.orderId} className="match-car">
              <ZoomPicture address={one.picture} label={{ zh: '入场图片', en: 'Entry picture' }} size="fill" />
              <Plate text={one.plate} color={one.plateColor} />
              <TimeText at={one.enteredAt} style="minute" />
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
