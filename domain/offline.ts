/** How a box that cannot ask the cloud changes what the rules of its lanes say. */
import type { LaneMode } from './stay.ts';
import type { Words } from './words.ts';

/** `list`: as the lists and rules it has say; `open`: open for every car; `hold`: a person decides about every car. */
export type WhenOffline = 'list' | 'open' | 'hold';

/** Returns the mode of a lane while the cloud is away. */
export function modeOffline(whenOffline: WhenOffline, mode: LaneMode): LaneMode {
  return whenOffline === 'open' ? 'keep-open' : mode;
}

/** A decision before it is carried out. */
type Decided = {
  readonly decision: 'open' | 'hold' | 'refuse' | 'record';
  readonly words: Words;
  readonly screen: Words;
};

/** Returns a decision as the policy leaves it: cars that would pass wait for a person where that is wanted. */
export function decisionOffline<T extends Decided>(whenOffline: WhenOffline, outcome: T): T {
  if (whenOffline !== 'hold' || outcome.decision !== 'open') return outcome;
  return {
    ...outcome,
    decision: 'hold',
    words: { zh: '断网，等待人工放行', en: 'Offline, staff must decide' },
    screen: { zh: '请稍候', en: 'Please wait' },
  };
}
