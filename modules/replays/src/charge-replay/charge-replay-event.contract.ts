import { actEvent, choice, event, integer, reference } from '@boyun/kernel/contract';
import { cancelReplay, ReplayState, startReplay } from './charge-replay.contract.ts';

const fields = {
  id: reference({ zh: '收费规则', en: 'Charge rule' }, 'charge-rule'),
  replayId: reference({ zh: '回放', en: 'Replay' }, 'charge-replay'),
  number: integer({ zh: '版本', en: 'Version' }),
};

/** A replay was queued. */
export const replayStarted = actEvent(startReplay, fields);

/** A replay was cancelled. */
export const replayCancelled = actEvent(cancelReplay, fields);

/** A replay was done, or failed. */
export const replayEnded = event('charge-replay.ended', {
  label: { zh: '收费回放结束', en: 'A replay ended' },
  fields: { ...fields, state: choice({ zh: '状态', en: 'State' }, ReplayState) },
});
