import { serverModule } from '@boyun/kernel/server';
import { boxServer, pushBoxConfigurationServer, rotateBoxSecretServer, silentBoxes } from './box/box.server.ts';
import { cameraServer, rotateCameraSecretServer, silentCameras } from './camera/camera.server.ts';
import { setCameraAccessServer, testCameraAccessServer } from './camera/camera-access.server.ts';
import { cameraMessageListServer } from './camera/camera-message.server.ts';
import { retainedMessages } from './camera/camera-message.service.ts';
import { cameraOrderServers } from './command/camera-order.server.ts';
import {
  closeLaneServer,
  commandExpiry,
  commandListServer,
  holdLaneServer,
  openLaneServer,
} from './command/command.server.ts';
import { retainedCommands } from './command/command-retention.service.ts';
import { devices as contract } from './contract.ts';
import { lcdServer, lcdServers, silentLcds } from './lcd/lcd.server.ts';
import { lcdPlayReports, retainedPlays } from './lcd/lcd-play.server.ts';
import { lcdPlayerServers } from './lcd/lcd-player.server.ts';
import { lcdPlaylistServer, lcdPlaylistServers } from './lcd/lcd-playlist.server.ts';
import { lcdProgrammeServer, unusedLcdFiles, uploadLcdFileServer } from './lcd/lcd-programme.server.ts';
import { loraNetworkServer, loraNetworkServers } from './lora/lora-network.server.ts';
import {
  magneticMessageListServer,
  magneticServer,
  magneticServers,
  retainedMagneticMessages,
  silentMagnetics,
} from './magnetic/magnetic.server.ts';
import { screenTemplate } from './screen/screen.contract.ts';
import { guidance, pushScreenServer, screenServer, screenTemplateServer } from './screen/screen.server.ts';
import { TEMPLATES_KEPT } from './screen/screen.service.ts';

export {
  type BoxCamera,
  type BoxContext,
  type BoxSetup,
  findBoxCamera,
  findBoxSetup,
  findLaneCameras,
  findSigningBoxes,
} from './box/box.queries.ts';
export { type BoxStatus, boxWho, noteBoxClock, noteBoxStatus } from './box/box.service.ts';
export {
  findCamera,
  findCameraById,
  findCamerasOf,
  findSigningCameras,
  type SigningCamera,
} from './camera/camera.queries.ts';
export {
  type DeviceContext,
  deviceWho,
  type LaneScreen,
  pinSerial,
  renewSecret,
} from './camera/camera.service.ts';
export { type CameraAccess, cameraTest, findCameraAccess, noteCall } from './camera/camera-access.service.ts';
export { keepCameraMessage } from './camera/camera-message.service.ts';
export { noteQuality } from './camera/camera-quality.service.ts';
export { noteSign } from './camera/camera-sign.service.ts';
export { type ActOnSite, noteActOnSite } from './command/act-on-site.service.ts';
export { type BarrierKind, isOfBarrier } from './command/barrier-command.service.ts';
export { hasCommands } from './command/command.queries.ts';
export {
  acceptCommand,
  acceptCommands,
  barrierOpened,
  type CommandRoute,
  carPassed,
  createCommand,
  endCommand,
  expireCommands,
  findMover,
  type GateCommand,
  LATE_REPORT_SECONDS,
  type NewCommand,
  takeQueued,
} from './command/command.service.ts';
export { hasMoved, neverPassed, progressOf } from './command/command-progress.service.ts';
export { deleteCommandsOf, maskCommands } from './command/command-retention.service.ts';
export { keepSnapshot } from './command/snapshot.service.ts';
export { requestPictures } from './command/viewing.service.ts';
export { lcdPayPath } from './lcd/lcd-player.service.ts';
export { findLoraDetector, findLoraNetwork, type LoraContext, noteLoraMessage } from './lora/lora-network.queries.ts';
export {
  findMagnetic,
  findMagneticsOf,
  findSigningMagnetics,
  type MagneticContext,
} from './magnetic/magnetic.queries.ts';
export {
  type MagneticReport,
  type MagneticSignal,
  magneticWho,
  markSilentMagnetics,
  noteFalseRates,
  noteMagnetic,
  noteRelayed,
} from './magnetic/magnetic.service.ts';
export { findTemplate, showOnScreen } from './screen/screen.service.ts';

/** The server side of cameras, boxes and barriers. */
export const devicesServer = serverModule(contract, new URL('../migrations/', import.meta.url), {
  resources: [
    cameraServer,
    boxServer,
    magneticServer,
    loraNetworkServer,
    screenServer,
    screenTemplateServer,
    lcdServer,
    lcdProgrammeServer,
    lcdPlaylistServer,
  ],
  operations: [
    rotateCameraSecretServer,
    setCameraAccessServer,
    testCameraAccessServer,
    openLaneServer,
    closeLaneServer,
    holdLaneServer,
    ...cameraOrderServers,
    pushScreenServer,
    ...lcdServers,
    uploadLcdFileServer,
    ...lcdPlaylistServers,
    ...lcdPlayerServers,
    rotateBoxSecretServer,
    pushBoxConfigurationServer,
    ...magneticServers,
    ...loraNetworkServers,
  ],
  reports: [commandListServer, cameraMessageListServer, magneticMessageListServer, ...lcdPlayReports],
  figures: [
    {
      name: 'deviceCount',
      sql: `select tenant_id, count(*) as value
        from (select tenant_id from camera union all select tenant_id from box) as device group by 1`,
    },
  ],
  sweeps: [silentCameras, silentBoxes, silentMagnetics, commandExpiry, guidance, silentLcds, unusedLcdFiles],
  start: async (kernel) => {
    kernel.live.onEvent(({ tenantId, kind }) => {
      if (kind.startsWith(`${screenTemplate.name}.`)) kernel.database.invalidate(tenantId, TEMPLATES_KEPT);
    });
  },
  partitioned: ['camera_message', 'gate_command', 'magnetic_message'],
  retained: [retainedMessages, retainedCommands, retainedMagneticMessages, retainedPlays],
});
