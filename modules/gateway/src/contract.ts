import { protocolSlot } from '@boyun/devices/contract';
import { fill, moduleContract, page } from '@boyun/kernel/contract';
import { boxCalls } from './box/box.contract.ts';
import { signedCalls } from './box/box-protocol.contract.ts';
import { dahuaItsapi } from './dahua/dahua.contract.ts';
import { hikvisionIsapi } from './hikvision/hikvision.contract.ts';
import { huaxiaHttp } from './huaxia/huaxia.contract.ts';
import { vzenithMqtt } from './mqtt/mqtt.contract.ts';
import {
  discardQuarantine,
  QuarantineReason,
  QuarantineState,
  quarantineList,
  quarantineRefusal,
  replayQuarantine,
} from './quarantine/quarantine.contract.ts';
import {
  deviceRefused,
  quarantineDiscarded,
  quarantineForgotten,
  quarantineReplayed,
} from './quarantine/quarantine-event.contract.ts';

import { vzenithHttp } from './vzenith/vzenith.contract.ts';

export { discardQuarantine, QuarantineReason, QuarantineState, quarantineList, quarantineRefusal, replayQuarantine };

/** The intake of device messages, and the quarantine for refused ones. */
export const gateway = moduleContract('gateway', {
  events: [deviceRefused, quarantineReplayed, quarantineDiscarded, quarantineForgotten],
  operations: [replayQuarantine, discardQuarantine],
  reports: [quarantineList],
  refusals: [quarantineRefusal],
  // In the order in which forms offer them.
  slots: [fill(protocolSlot, vzenithHttp, vzenithMqtt, hikvisionIsapi, dahuaItsapi, huaxiaHttp, signedCalls)],
  deviceCalls: boxCalls,
  pages: [
    page('quarantine', {
      path: '/_cloud_device/quarantine',
      title: quarantineList.title,
      icon: 'quarantine',
      area: 'basic',
      group: 'device',
      access: quarantineList.access,
    }),
  ],
});
