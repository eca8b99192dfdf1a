import { LaneDirection } from '@boyun/facilities/contract';
import {
  type CarPartProps,
  CarSection,
  can,
  listLink,
  SlotParts,
  StateDot,
  TimeText,
  useListing,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { passingList } from '../passing/passing.contract.ts';
import { decisionOf } from './decision.view.ts';
import { passingActs } from './passing-slot.view.ts';

const SHOWN = 4;

/** The latest pictures of a car at lanes, with what was decided. */
export default function CarPassings(props: CarPartProps) {
  return can(passingList.access) ? <Passings {...props} /> : null;
}

function Passings({ plate, onLeave }: CarPartProps) {
  const t = useText();
  const asked = useListing(passingList, { plate, page: 1, perPage: SHOWN, sort: '-happenedAt' });
  return (
    <CarSection
      title={{ zh: '最近过车', en: 'Latest pictures' }}
      to={listLink('/_cloud_operation/passRecord', { plate })}
      asked={asked}
      isOfCar={(row) => row.plate === plate}
      onLeave={onLeave}
    >
      {(passings) => (
        <div className="by-car-pictures">
          {passings.map((row) => (
            <figure key={row.id}>
              <ZoomPicture address={row.picture} label={{ zh: '过车图片', en: 'Picture' }} size="fill" />
              <figcaption>
                <TimeText at={row.happenedAt} style="minute" /> {t(LaneDirection[row.direction])}
                <br />
                <StateDot {...decisionOf(row)} /> {(row as { laneName?: string | null }).laneName}
                <SlotParts of={passingActs} props={{ passingId: row.id, isSmall: true, onLeave }} />
              </figcaption>
            </figure>
          ))}
        </div>
      )}
    </CarSection>
  );
}
