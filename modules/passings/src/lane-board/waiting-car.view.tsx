import { durationText, moneyText, Plate, useNow, useText } from '@boyun/kernel/web';
import type { Lane } from './lane-fact.view.tsx';

/** The cars that wait for a person, longest first; a click selects their lane. */
export function WaitingCars({ lanes, onChoose }: { lanes: readonly Lane[]; onChoose: (laneId: string) => void }) {
  const t = useText();
  const moment = useNow(1000);
  const waitedMs = (lane: Lane) => (lane.happenedAt ? moment.getTime() - lane.happenedAt.getTime() : 0);
  return (
    <section className="waiting" aria-label={t({ zh: '等待处理的车辆', en: 'Cars that wait' })}>
      <strong>{t({ zh: '{n} 辆车等待处理', en: '{n} waiting' }, { n: lanes.length })}</strong>
      {[...lanes]
        .sort((a, b) => waitedMs(b) - waitedMs(a))
        .map((lane) => (
          <button key={lane.laneId} type="button" onClick={() => onChoose(lane.laneId)}>
            <Plate text={lane.plate} color={lane.plateColor} isPlain />
            <span>
              {lane.lotName} · {lane.laneName}
            </span>
            {lane.dueFen > 0 && <b className="by-figure">¥{moneyText(lane.dueFen)}</b>}
            <span className="by-figure by-faint">{durationText(waitedMs(lane) / 1000)}</span>
          </button>
        ))}
    </section>
  );
}
