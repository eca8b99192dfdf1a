import {
  type CarPartProps,
  CarSection,
  can,
  listLink,
  StateDot,
  TimeText,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { PackState, pack } from './pack.contract.ts';

const SHOWN = 5;

/** The monthly packs of a car, with what is left of them. */
export default function CarPacks(props: CarPartProps) {
  return can(pack.can.list) ? <Packs {...props} /> : null;
}

function Packs({ plate, onLeave }: CarPartProps) {
  const t = useText();
  const asked = useListing(pack, { plates: plate, page: 1, perPage: SHOWN });
  return (
    <CarSection
      title={pack.title}
      to={listLink('/_cloud_operation/packManage', { plates: plate })}
      asked={asked}
      isOfCar={(row) => row.plates.split(' ').includes(plate)}
      onLeave={onLeave}
    >
      {(packs) => (
        <ul>
          {packs.map((row) => (
            <li key={row.id}>
              <b>{(row as { packRuleName?: string | null }).packRuleName}</b>
              <StateDot tone={PackState[row.state].tone} label={PackState[row.state]} />
              <span className="by-faint">
                {t({ zh: '至', en: 'until' })} <TimeText at={row.validUntil} style="day" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </CarSection>
  );
}
