import { moduleContract, page, resourcePage } from '@boyun/kernel/contract';
import { box, boxRefusal, pushBoxConfiguration, rotateBoxSecret } from './box/box.contract.ts';
import {
  boxClockFine,
  boxClockWrong,
  boxConfigured,
  boxConfirmed,
  boxOffline,
  boxOnline,
  boxQueueCleared,
  boxQueueFull,
  boxSecretRotated,
} from './box/box-event.contract.ts';
import { camera, DeviceState, deviceRefusal, rotateCameraSecret } from './camera/camera.contract.ts';
import { cameraAccessRefusal, setCameraAccess, testCameraAccess } from './camera/camera-access.contract.ts';
import {
  cameraAccessSet,
  cameraCallFailed,
  cameraCallWorks,
  cameraSecretRotated,
  deviceOffline,
  deviceOnline,
  serialPinned,
} from './camera/camera-event.contract.ts';
import { cameraMessageList } from './camera/camera-message.contract.ts';
import { CameraOrder } from './camera/camera-order.contract.ts';
import {
  CameraProtocol,
  callsOf,
  type DeviceProtocol,
  isReportOnly,
  ordersOf,
  protocolSlot,
} from './camera/protocol.contract.ts';
import { announceAtCamera, cameraOrderRefusal, orderCamera, rebootCamera } from './command/camera-order.contract.ts';
import {
  BarrierCommand,
  CommandState,
  closeLane,
  commandList,
  holdLane,
  openLane,
} from './command/command.contract.ts';
import {
  cameraOrderChanged,
  commandChanged,
  laneClosedByHand,
  laneFollowed,
  laneOpenedByHand,
  laneOpenedUnasked,
  lanePassedUnasked,
} from './command/command-event.contract.ts';

export {
  boxClockFine,
  boxClockWrong,
  boxOffline,
  boxOnline,
  boxQueueCleared,
  boxQueueFull,
} from './box/box-event.contract.ts';
export {
  cameraCallFailed,
  cameraCallWorks,
  cameraSecretRotated,
  deviceOffline,
  deviceOnline,
} from './camera/camera-event.contract.ts';
export {
  cameraOrderChanged,
  commandChanged,
  laneClosedByHand,
  laneFollowed,
  laneOpenedByHand,
  laneOpenedUnasked,
  lanePassedUnasked,
} from './command/command-event.contract.ts';
export {
  magneticBatteryFine,
  magneticBatteryLow,
  magneticOffline,
  magneticSecretRotated,
} from './magnetic/magnetic-event.contract.ts';
export { screenOffline, screenOnline } from './screen/screen-event.contract.ts';

import {
  bindMagnetic,
  MagneticKind,
  magnetic,
  magneticMessageList,
  magneticRefusal,
  muteMagnetic,
  resumeMagnetic,
  rotateMagneticSecret,
  testMagnetic,
} from './magnetic/magnetic.contract.ts';
import {
  magneticBatteryFine,
  magneticBatteryLow,
  magneticBound,
  magneticOffline,
  magneticOnline,
  magneticQuieted,
  magneticSecretRotated,
} from './magnetic/magnetic-event.contract.ts';

export { lcdOffline } from './lcd/lcd-event.contract.ts';
export { MOST_PLAYS } from './lcd/lcd-limit.contract.ts';
export { loraTokenRotated } from './lora/lora-network-event.contract.ts';

import { lcd, lcdRefusal, pairLcd, unpairLcd } from './lcd/lcd.contract.ts';
import {
  lcdFileUploaded,
  lcdOffline,
  lcdOnline,
  lcdPaired,
  lcdPairingBegun,
  lcdUnpaired,
  playlistPublished,
  playlistWithdrawn,
} from './lcd/lcd-event.contract.ts';
import { lcdPlayList, lcdPlaySum } from './lcd/lcd-play.contract.ts';
import { joinLcd, syncLcd } from './lcd/lcd-player.contract.ts';
import { lcdPlaylist, lcdPlaylistRefusal, publishPlaylist, withdrawPlaylist } from './lcd/lcd-playlist.contract.ts';
import { lcdProgramme, lcdProgrammeRefusal, uploadLcdFile } from './lcd/lcd-programme.contract.ts';
import { LORA_PREFIX, LORA_USER, loraNetwork, readLoraMessage, rotateLoraToken } from './lora/lora-network.contract.ts';
import { loraTokenRotated } from './lora/lora-network-event.contract.ts';
import { pushScreen, screen, screenRefusal, screenTemplate } from './screen/screen.contract.ts';
import { screenOffline, screenOnline } from './screen/screen-event.contract.ts';

export {
  BarrierCommand,
  box,
  CameraOrder,
  CameraProtocol,
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
  LORA_PREFIX,
  LORA_USER,
  lcd,
  loraNetwork,
  MagneticKind,
  magnetic,
  openLane,
  ordersOf,
  protocolSlot,
  rotateCameraSecret,
  screen,
};

/** Cameras, boxes, screens and barriers with their commands and messages. */
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
    cameraCallFailed,
    cameraCallWorks,
    boxQueueFull,
    boxQueueCleared,
    boxClockWrong,
    boxClockFine,
    screenOffline,
    screenOnline,
    magneticOffline,
    magneticOnline,
    magneticBatteryLow,
    magneticBatteryFine,
    magneticBound,
    magneticQuieted,
    magneticSecretRotated,
    loraTokenRotated,
    lcdOffline,
    lcdOnline,
    lcdPairingBegun,
    lcdPaired,
    lcdUnpaired,
    lcdFileUploaded,
    playlistPublished,
    playlistWithdrawn,
    commandChanged,
    cameraOrderChanged,
    laneOpenedByHand,
    laneClosedByHand,
    laneFollowed,
    laneOpenedUnasked,
    lanePassedUnasked,
  ],
  resources: [camera, box, magnetic, loraNetwork, screen, screenTemplate, lcd, lcdProgramme, lcdPlaylist],
  operations: [
    rotateCameraSecret,
    setCameraAccess,
    testCameraAccess,
    openLane,
    closeLane,
    holdLane,
    orderCamera,
    announceAtCamera,
    rebootCamera,
    pushScreen,
    pairLcd,
    unpairLcd,
    uploadLcdFile,
    publishPlaylist,
    withdrawPlaylist,
    joinLcd,
    syncLcd,
    rotateBoxSecret,
    pushBoxConfiguration,
    bindMagnetic,
    testMagnetic,
    muteMagnetic,
    resumeMagnetic,
    rotateMagneticSecret,
    rotateLoraToken,
    readLoraMessage,
  ],
  reports: [commandList, cameraMessageList, magneticMessageList, lcdPlayList, lcdPlaySum],
  refusals: [
    deviceRefusal,
    cameraAccessRefusal,
    cameraOrderRefusal,
    boxRefusal,
    screenRefusal,
    magneticRefusal,
    lcdRefusal,
    lcdProgrammeRefusal,
    lcdPlaylistRefusal,
  ],
  pages: [
    resourcePage('boxManage', box, {
      path: '/_cloud_basic/boxManage',
      title: { zh: '盒子管理', en: 'Edge boxes' },
      icon: 'box',
      area: 'basic',
      group: 'device',
    }),
    resourcePage('camera', camera, { path: '/_cloud_device/camera', icon: 'camera', area: 'basic', group: 'device' }),
    resourcePage('magnetic', magnetic, {
      path: '/_cloud_device/magnetic',
      icon: 'magnetic',
      area: 'basic',
      group: 'device',
    }),
    resourcePage('loraNetwork', loraNetwork, {
      path: '/_cloud_device/loraNetwork',
      icon: 'radio',
      area: 'basic',
      group: 'device',
    }),
    resourcePage('screen', screen, { path: '/_cloud_device/screen', icon: 'screen', area: 'basic', group: 'device' }),
    resourcePage('screenTemplate', screenTemplate, {
      path: '/_cloud_device/screenTemplate',
      icon: 'rule',
      area: 'basic',
      group: 'device',
    }),
    resourcePage('lcd', lcd, { path: '/_cloud_device/lcd', icon: 'monitor', area: 'basic', group: 'device' }),
    resourcePage('lcdProgramme', lcdProgramme, {
      path: '/_cloud_device/lcdProgramme',
      icon: 'banner',
      area: 'basic',
      group: 'device',
    }),
    resourcePage('lcdPlaylist', lcdPlaylist, {
      path: '/_cloud_device/lcdPlaylist',
      icon: 'holiday',
      area: 'basic',
      group: 'device',
    }),
    page('lcdPlay', {
      path: '/reportData/lcdPlay',
      title: lcdPlaySum.title,
      icon: 'report',
      area: 'report',
      access: lcdPlaySum.access,
    }),
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
