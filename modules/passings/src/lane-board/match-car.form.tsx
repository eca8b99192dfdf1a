import { OperationDialog, PlateInput, useText, ZoomPicture } from '@boyun/kernel/web';
import { passingRefusal } from '../passing/passing.contract.ts';
import { matchWaiting } from '../waiting-car/waiting-car.contract.ts';
import { Candidates, useCandidates } from './candidate.view.tsx';
import type { ActLane } from './lane-fact.view.tsx';
import './match-car.css';

const PICTURE = { zh: '过车图片', en: 'Picture' };
const MISSING = { zh: '请填写正确的车牌', en: 'Give the correct plate' };
const HINTS = {
  exit: {
    zh: '按正确的车牌找到在场订单并重新计费；相机识别的结果保留。',
    en: 'Its stay is found and priced; what the camera read is kept.',
  },
  entry: {
    zh: '按正确的车牌重新匹配名单，是否放行由您决定。',
    en: 'Its lists are looked up again; you decide whether it comes in.',
  },
} as const;

/** Corrects the plate of a waiting car: typed or, at an exit, chosen from pictures of the cars inside. */
export function MatchCar({ lane, onClose, onDone }: { lane: ActLane; onClose: () => void; onDone: () => unknown }) {
  const t = useText();
  const isExit = lane.direction === 'exit';
  const { plate } = matchWaiting.input;
  const plateBox = useCandidates(lane.passingId, lane.plate ?? null).data?.plateBox;
  return (
    <OperationDialog
      isOpen
      onClose={onClose}
      of={matchWaiting}
      given={{ passingId: lane.passingId! }}
      fields={{ plate: { ...plate, hint: HINTS[isExit ? 'exit' : 'entry'] } }}
      initial={{ plate: lane.plate ?? null }}
      parts={{
        plate: ({ id, value, onChange, isInvalid }) => (
          <div className="match-plate">
            <PlateInput id={id} value={value} color={lane.plateColor} isInvalid={isInvalid} onChange={onChange} />
            {plateBox && <ZoomPicture address={lane.picture} label={PICTURE} size="plate" box={plateBox} />}
          </div>
        ),
      }}
      width={640}
      title={t({ zh: '更正车牌 · {lane}', en: 'Correct the plate · {lane}' }, { lane: lane.laneName })}
      okText={{ zh: '更正', en: 'Correct' }}
      disabledReason={(values) => (values.plate ? null : MISSING)}
      done={({ isOpened }) =>
        isOpened
          ? { zh: '已匹配，无需缴费，正在开闸', en: 'Found, nothing to pay; the barrier opens' }
          : isExit
            ? { zh: '已匹配，请收费', en: 'Found; please collect what is due' }
            : { zh: '车牌已更正', en: 'The plate is corrected' }
      }
      closesOn={[passingRefusal['not-waiting'].code]}
      onSettled={onDone}
      below={({ values, send }) => (
        <Candidates
          passingId={lane.passingId}
          plate={values.plate}
          isExit={isExit}
          onChoose={(chosen) => send({ plate: chosen })}
        />
      )}
    >
      <div className="match-picture">
        <ZoomPicture address={lane.picture} label={PICTURE} size="fill" />
      </div>
    </OperationDialog>
  );
}
