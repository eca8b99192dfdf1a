import { moduleContract, page, resourcePage } from '@boyun/kernel/contract';
import { CameraProtocol, camera, DeviceState, deviceRefusal, rotateCameraSecret } from './camera/camera.contract.ts';
import { CommandKind, CommandState, commandList, openLane } from './command/command.contract.ts';
import {
  discardQuarantine,
  QuarantineReason,
  QuarantineState,
  quarantineList,
  replayQuarantine,
} from './quarantine/quarantine.contract.ts';

export {
  CameraProtocol,
  CommandKind,
  CommandState,
  camera,
  commandList,
  DeviceState,
  deviceRefusal,
  discardQuarantine,
  openLane,
  QuarantineReason,
  QuarantineState,
  quarantineList,
  replayQuarantine,
  rotateCameraSecret,
};

/** Cameras and barriers, what they were told and what they sent that could not be taken. */
export const devices = moduleContract('devices', {
  resources: [camera],
  operations: [rotateCameraSecret, openLane, replayQuarantine, discardQuarantine],
  reports: [commandList, quarantineList],
  refusals: [deviceRefusal],
  pages: [
    resourcePage('camera', camera, { path: '/_cloud_device/camera', icon: 'camera', area: 'device' }),
    page('deviceCommand', {
      path: '/_cloud_device/command',
      title: commandList.title,
      icon: 'command',
      area: 'device',
      access: commandList.access,
    }),
    page('quarantine', {
      path: '/_cloud_device/quarantine',
      title: quarantineList.title,
      icon: 'quarantine',
      area: 'device',
      access: quarantineList.access,
    }),
  ],
});
