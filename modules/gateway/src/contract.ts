import { protocolSlot } from '@boyun/devices/contract';
import { fill, moduleContract, page } from '@boyun/kernel/contract';
import { unknownMaker } from './any/any.contract.ts';
import { boxCalls } from './box/box.contract.ts';
import { signedCalls } from './box/box-protocol.contract.ts';
import { dahuaItsapi } from './dahua/dahua.contract.ts';
import { hikvisionIsapi } from './hikvision/hikvision.contract.ts';
import { huaxiaHttp } from './huaxia/huaxia.contract.ts';
import {
  deviceMessageList,
  deviceMessageRefusal,
  readDeviceMessage,
  replayDeviceMessage,
} from './inspector/device-message.contract.ts';
import { deviceMessageReplayed } from './inspector/device-message-event.contract.ts';
import { magneticCalls } from './magnetic/magnetic.contract.ts';
import { cameraMapRefusal, getCameraMap, saveCameraMap } from './mapped/camera-map.contract.ts';
import { cameraMapSaved } from './mapped/camera-map-event.contract.ts';
import { mappedJson } from './mapped/mapped.contract.ts';
import { vzenithMqtt } from './mqtt/mqtt.contract.ts';
import { getOnboarding, getOnboardingList } from './onboarding/onboarding.contract.ts';
import { openalprWebhook } from './openalpr/openalpr.contract.ts';
import { plateRecognizerStream } from './plate-recognizer/plate-recognizer.contract.ts';
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
  events: [
    deviceRefused,
    quarantineReplayed,
    quarantineDiscarded,
    quarantineForgotten,
    cameraMapSaved,
    deviceMessageReplayed,
  ],
  operations: [
    replayQuarantine,
    discardQuarantine,
    getCameraMap,
    saveCameraMap,
    readDeviceMessage,
    replayDeviceMessage,
    getOnboardingList,
    getOnboarding,
  ],
  reports: [quarantineList, deviceMessageList],
  refusals: [quarantineRefusal, cameraMapRefusal, deviceMessageRefusal],
  // In the order in which forms offer them.
  slots: [
    fill(
      protocolSlot,
      vzenithHttp,
      vzenithMqtt,
      hikvisionIsapi,
      dahuaItsapi,
      huaxiaHttp,
      openalprWebhook,
      plateRecognizerStream,
      mappedJson,
      signedCalls,
      unknownMaker,
    ),
  ],
  deviceCalls: [...boxCalls, ...magneticCalls],
  pages: [
    page('onboarding', {
      path: '/_cloud_device/onboarding',
      title: getOnboardingList.title,
      icon: 'camera',
      area: 'basic',
      group: 'device',
      access: getOnboardingList.access,
    }),
    page('deviceMessage', {
      path: '/_cloud_device/message',
      title: deviceMessageList.title,
      icon: 'command',
      area: 'basic',
      group: 'device',
      access: deviceMessageList.access,
    }),
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
