import { serverModule } from '@boyun/kernel/server';
import { cameraServer, rotateCameraSecretServer, silentCameras } from './camera/camera.server.ts';
import { commandExpiry, commandListServer, openLaneServer } from './command/command.server.ts';
import { devices as contract } from './contract.ts';

export {
  findCamera,
  findCameraById,
  findMqttCameras,
  findSigningCameras,
  type SigningCamera,
} from './camera/camera.queries.ts';
export { type DeviceContext, deviceWho, noteSign, pinSerial, renewSecret } from './camera/camera.service.ts';
export {
  acceptCommand,
  acceptCommands,
  barrierOpened,
  type CommandRoute,
  carPassed,
  createCommand,
  type GateCommand,
  type NewCommand,
  takeQueued,
} from './command/command.service.ts';

/** What the server does for cameras and barriers. */
export const devicesServer = serverModule(contract, new URL('../migrations/', import.meta.url), {
  resources: [cameraServer],
  operations: [rotateCameraSecretServer, openLaneServer],
  reports: [commandListServer],
  sweeps: [silentCameras, commandExpiry],
});
