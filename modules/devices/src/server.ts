import { serverModule } from '@boyun/kernel/server';
import { boxServer, pushBoxConfigurationServer, rotateBoxSecretServer, silentBoxes } from './box/box.server.ts';
import { cameraServer, rotateCameraSecretServer, silentCameras } from './camera/camera.server.ts';
import { setCameraAccessServer, testCameraAccessServer } from './camera/camera-access.server.ts';
import { cameraMessageListServer } from './camera/camera-message.server.ts';
import { retainedMessages } from './camera/camera-message.service.ts';
import {
  closeLaneServer,
  commandExpiry,
  commandListServer,
  holdLaneServer,
  openLaneServer,
} from './command/command.server.ts';
import { retainedCommands } from './command/command-retention.service.ts';
import { devices as contract } from './contract.ts';

export { type BoxContext, findBoxCamera, findSigningBoxes } from './box/box.queries.ts';
export { type BoxStatus, boxWho, noteBoxStatus } from './box/box.service.ts';
export {
  findCamera,
  findCameraById,
  findCamerasOf,
  findSigningCameras,
  type SigningCamera,
} from './camera/camera.queries.ts';
export { type DeviceContext, deviceWho, noteSign, pinSerial, renewSecret } from './camera/camera.service.ts';
export { type CameraAccess, cameraTest, findCameraAccess, noteCall } from './camera/camera-access.service.ts';
export { keepCameraMessage } from './camera/camera-message.service.ts';
export { noteQuality } from './camera/camera-quality.service.ts';
export {
  acceptCommand,
  acceptCommands,
  barrierOpened,
  type CommandRoute,
  carPassed,
  createCommand,
  expireCommands,
  findMover,
  type GateCommand,
  LATE_REPORT_SECONDS,
  type NewCommand,
  neverPassed,
  progressOf,
  takeQueued,
} from './command/command.service.ts';
export { deleteCommandsOf, maskCommands } from './command/command-retention.service.ts';

/** The server side of cameras, boxes and barriers. */
export const devicesServer = serverModule(contract, new URL('../migrations/', import.meta.url), {
  resources: [cameraServer, boxServer],
  operations: [
    rotateCameraSecretServer,
    setCameraAccessServer,
    testCameraAccessServer,
    openLaneServer,
    closeLaneServer,
    holdLaneServer,
    rotateBoxSecretServer,
    pushBoxConfigurationServer,
  ],
  reports: [commandListServer, cameraMessageListServer],
  figures: [
    {
      name: 'deviceCount',
      sql: `select tenant_id, count(*) as value
        from (select tenant_id from camera union all select tenant_id from box) as device group by 1`,
    },
  ],
  sweeps: [silentCameras, silentBoxes, commandExpiry],
  partitioned: ['camera_message', 'gate_command'],
  retained: [retainedMessages, retainedCommands],
});
