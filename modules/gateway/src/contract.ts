import { moduleContract, page } from '@boyun/kernel/contract';
import { boxCalls } from './box/box.contract.ts';
import {
  discardQuarantine,
  QuarantineReason,
  QuarantineState,
  quarantineList,
  quarantineRefusal,
  replayQuarantine,
} from './quarantine/quarantine.contract.ts';

export { discardQuarantine, QuarantineReason, QuarantineState, quarantineList, quarantineRefusal, replayQuarantine };

/** Where devices' messages come in, and where those that cannot be taken are kept. */
export const gateway = moduleContract('gateway', {
  operations: [replayQuarantine, discardQuarantine],
  reports: [quarantineList],
  refusals: [quarantineRefusal],
  deviceCalls: boxCalls,
  pages: [
    page('quarantine', {
      path: '/_cloud_device/quarantine',
      title: quarantineList.title,
      icon: 'quarantine',
      area: 'device',
      access: quarantineList.access,
    }),
  ],
});
