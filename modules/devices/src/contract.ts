import { moduleContract, page, resourcePage } from '@boyun/kernel/contract';
import { box, boxRefusal, pushBoxConfiguration, rotateBoxSecret } from './box/box.contract.ts';
import { boxConfigured, boxConfirmed, boxOffline, boxOnline, boxSecretRotated } from './box/box-event.contract.ts';
import { camera, DeviceState, deviceRefusal, rotateCameraSecret } from './camera/camera.contract.ts';
import { cameraAccessRefusal, setCameraAccess, testCameraAccess } from './camera/camera-access.contract.ts';
import {
  cameraAccessSet,
  cameraSecretRotated,
  deviceOffline,
  deviceOnline,
  serialPinned,
} from './camera/camera-event.contract.ts';
import { cameraMessageList } from './camera/camera-message.contract.ts';
import {
  CameraProtocol,
  callsOf,
  type DeviceProtocol,
  isReportOnly,
  protocolSlot,
} from './camera/protocol.contract.ts';
import { CommandKind, CommandState, closeLane, commandList, holdLane, openLane } from './command/command.contract.ts';
import {
  commandChanged,
  laneClosedByHand,
  laneFollowed,
  laneOpenedByHand,
  laneOpenedUnasked,
  lanePassedUnasked,
} from './command/command-event.contract.ts';

export { boxOffline, boxOnline } from './box/box-event.contract.ts';
export { cameraSecretRotated, deviceOffline, deviceOnline } from './camera/camera-event.contract.ts';
export {
  commandChanged,
  laneClosedByHand,
  laneFollowed,
  laneOpenedByHand,
  laneOpenedUnasked,
  lanePassedUnasked,
} from './command/command-event.contract.ts';

export {
  box,
  CameraProtocol,
  CommandKind,
  CommandState,
  callsOf,
  camera,
  closeLane,
  commandList,
  type DeviceProtocol,
  DeviceState,
  deviceRefusal,
  holdLane,
  isReportOnly,
  openLane,
  protocolSlot,
  rotateCameraSecret,
};

/** Cameras, boxes and barriers with their commands and messages. */
export const devices = moduleContract('devices', {
  events: [
    boxOnline,
    boxOffline,
    boxConfirmed,
    boxSecretRotated,
    boxConfigured,
    deviceOffline,
    deviceOnline,
    serialPinned,
    cameraSecretRotated,
    cameraAccessSet,
    commandChanged,
    laneOpenedByHand,
    laneClosedByHand,
    laneFollowed,
    laneOpenedUnasked,
    lanePassedUnasked,
  ],
  resources: [camera, box],
  operations: [
    rotateCameraSecret,
    setCameraAccess,
    testCameraAccess,
    openLane,
    closeLane,
    holdLane,
    rotateBoxSecret,
    pushBoxConfiguration,
  ],
  reports: [commandList, cameraMessageList],
  refusals: [deviceRefusal, cameraAccessRefusal, boxRefusal],
  pages: [
    resourcePage('boxManage', box, {
      path: '/_cloud_basic/boxManage',
      title: { zh: '盒子管理', en: 'Edge boxes' },
      icon: 'box',
      area: 'basic',
      group: 'device',
    }),
    resourcePage('camera', camera, { path: '/_cloud_device/camera', icon: 'camera', area: 'basic', group: 'device' }),
    page('deviceCommand', {
      path: '/_cloud_device/command',
      title: commandList.title,
      icon: 'command',
      area: 'basic',
      group: 'device',
      access: commandList.access,
    }),
  ],
});
