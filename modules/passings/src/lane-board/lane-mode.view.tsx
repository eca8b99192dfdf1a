import { LaneMode } from '@boyun/facilities/contract';
import { StateDot, TimeText } from '@boyun/kernel/web';
import type { Lane } from './lane-fact.view.tsx';

/** A mode of a lane other than the normal one, and when it ends. */
export function LaneModeMark({ lane: { mode, modeUntil } }: { lane: Pick<Lane, 'mode' | 'modeUntil'> }) {
  if (mode === 'normal') return null;
  return (
    <span className="by-small by-row">
      <StateDot tone={LaneMode[mode].tone} label={LaneMode[mode]} />
      {modeUntil && <TimeText at={modeUntil} />}
    </span>
  );
}
