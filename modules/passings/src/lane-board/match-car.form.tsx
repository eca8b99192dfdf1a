import {
  ActButton,
  CallFailure,
  call,
  Empty,
  Modal,
  notify,
  Plate,
  PlateInput,
  Skeleton,
  TimeText,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { getCandidates, matchWaiting } from '../waiting-car/waiting-car.contract.ts';
import type { Lane } from './lane-fact.view.tsx';
import './match-car.css';

const MISSING = { zh: '请填写正确的车牌', en: 'Give the correct plate' };

/** Corrects the plate of a waiting car: typed or, at an exit, chosen from pictures of the cars inside. */
export function MatchCar({ lane, onClose, onDone }: { lane: Lane; onClose: () => void; onDone: () => unknown }) {
  const t = useText();
  const [plate, setPlate] = useState<string | null>(lane.plate ?? null);
  const isExit = lane.direction === 'exit';
  const asked = useQuery({
    queryKey: ['candidates', lane.passingId, plate],
    enabled: isExit && Boolean(lane.passingId),
    queryFn: ({ signal }) => call(getCandidates, { passingId: lane.passingId!, plate }, { signal, isQuiet: true }),
    placeholderData: (before) => before,
  });
  const match = async (chosen: string) => {
    try {
      const { isOpened } = await call(matchWaiting, { passingId: lane.passingId!, plate: chosen });
      notify(
        'good',
        isOpened
          ? { zh: '已匹配，无需缴费，正在开闸', en: 'Found, nothing to pay; the barrier opens' }
          : isExit
            ? { zh: '已匹配，请收费', en: 'Found; please collect what is due' }
            : { zh: '车牌已更正', en: 'The plate is corrected' },
      );
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code === 'passing.not-waiting') onClose();
    } finally {
      await onDone();
    }
  };
  return (
    <Modal
      open
      width={640}
      title={t({ zh: '更正车牌 · {lane}', en: 'Correct the plate · {lane}' }, { lane: lane.laneName })}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t({ zh: '取消', en: 'Cancel' })}
        </Button>,
        <ActButton
          key="ok"
          type="primary"
          access={matchWaiting.access}
          disabledReason={plate ? null : MISSING}
          onAct={() => match(plate!)}
        >
          {t({ zh: '更正', en: 'Correct' })}
        </ActButton>,
      ]}
    >
      <div className="match">
        <ZoomPicture address={lane.picture} label={{ zh: '过车图片', en: 'Picture' }} size="fill" />
        <div className="match-plate">
          <label htmlFor="match-plate">{t({ zh: '正确车牌', en: 'Correct plate' })}</label>
          <PlateInput
            id="match-plate"
            value={plate}
            color={lane.plateColor}
            onChange={setPlate}
            onEnter={() => plate && match(plate)}
          />
          <p className="by-hint">
            {isExit
              ? t({
                  zh: '按正确的车牌找到在场订单并重新计费；相机识别的结果保留。',
                  en: 'Its stay is found and priced; what the camera read is kept.',
                })
              : t({
                  zh: '按正确的车牌重新匹配名单，是否放行由您决定。',
                  en: 'Its lists are looked up again; you decide whether it comes in.',
                })}
          </p>
        </div>
      </div>
      {isExit && (
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
                  <ActButton size="small" access={matchWaiting.access} onAct={() => match(one.plate)}>
                    {t({ zh: '就是这辆', en: 'This one' })}
                  </ActButton>
                </div>
              ))}
            </div>
          )}
        </section>
      )}
    </Modal>
  );
}
