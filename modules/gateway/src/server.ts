import { cameraTest } from '@boyun/devices/server';
import { fill } from '@boyun/kernel/contract';
import { type Kernel, serverModule } from '@boyun/kernel/server';
import { anyIngress } from './any/any.service.ts';
import { boxDriver } from './box/box.service.ts';
import { sweepSignedCalls } from './box/signed-call.service.ts';
import { CommandCalls, testCamera } from './call/command-call.service.ts';
import { gateway as contract } from './contract.ts';
import { dahuaDriver } from './dahua/dahua.service.ts';
import type { DeviceBus, Driver } from './driver/driver.service.ts';
import { busOf, ingressOf } from './driver/mount.service.ts';
import { hikvisionDriver } from './hikvision/hikvision.service.ts';
import { huaxiaDriver } from './huaxia/huaxia.service.ts';
import {
  deviceMessageListServer,
  readDeviceMessageServer,
  replayDeviceMessageServer,
} from './inspector/device-message.server.ts';
import { loraNetworks } from './lora/lora.service.ts';
import { signedMagnetics, tokenMagnetics } from './magnetic/magnetic.service.ts';
import { getCameraMapServer, saveCameraMapServer } from './mapped/camera-map.server.ts';
import { mappedDriver } from './mapped/mapped.service.ts';
import { mqttDriver } from './mqtt/mqtt.service.ts';
import { getOnboardingListServer, getOnboardingServer } from './onboarding/onboarding.server.ts';
import { openalprDriver } from './openalpr/openalpr.service.ts';
import { plateRecognizerDriver } from './plate-recognizer/plate-recognizer.service.ts';
import {
  discardQuarantineServer,
  quarantineListServer,
  replayQuarantineServer,
} from './quarantine/quarantine.server.ts';
import { sweepQuarantine } from './quarantine/quarantine.service.ts';
import { sweepMessages } from './traffic/inspector.service.ts';
import { vzenithDriver } from './vzenith/vzenith.service.ts';

export { type BoxCall, boxCallSlot, boxStatusSlot } from './box/box-call.service.ts';
export { type BoxReport, read as readBody } from './box/box-message.service.ts';
export { checkSigner } from './box/box-signature.service.ts';
export { sealFor, signCall } from './box/sign-call.service.ts';
export { bodyOf, type DeviceEndpoint, serveRoutes } from './endpoint/device-endpoint.service.ts';
export { mapOf as cameraMapOf } from './mapped/camera-map.queries.ts';
export { DeviceFault } from './message/device-fault.service.ts';
export { isRecord, isSerial, parseJson, pictureOf } from './message/payload.service.ts';
export { takeRawBodies } from './message/raw-body.service.ts';

/** The protocols devices speak: each is a folder of this module and a line here. */
const drivers: readonly Driver[] = [
  vzenithDriver(),
  mqttDriver,
  hikvisionDriver,
  dahuaDriver,
  huaxiaDriver,
  openalprDriver,
  plateRecognizerDriver,
  mappedDriver,
  boxDriver,
];

/** The server side of device messages. */
export const gatewayServer = serverModule(contract, new URL('../migrations/', import.meta.url), {
  operations: [
    replayQuarantineServer(drivers),
    discardQuarantineServer,
    getCameraMapServer,
    saveCameraMapServer,
    readDeviceMessageServer(drivers),
    replayDeviceMessageServer(drivers),
    getOnboardingListServer,
    getOnboardingServer(drivers),
  ],
  reports: [quarantineListServer, deviceMessageListServer],
  sweeps: [
    { name: 'quarantine', everySeconds: 3600, run: sweepQuarantine },
    { name: 'device-messages', everySeconds: 3600, run: sweepMessages },
    { name: 'signed-calls', everySeconds: 60, run: sweepSignedCalls },
  ],
  ingresses: [...drivers.flatMap(ingressOf), anyIngress(drivers), signedMagnetics, tokenMagnetics, loraNetworks],
  slots: [fill(cameraTest, (kernel, access) => testCamera(drivers, kernel, access))],
});

/** Starts to carry commands to cameras that are called at their own addresses. */
export function startCommandCalls(kernel: Kernel): CommandCalls {
  return new CommandCalls(kernel, drivers);
}

/** Starts the protocols whose connections stay open; the caller passes on the connections that speak MQTT. */
export function startMqtt(kernel: Kernel): Promise<DeviceBus> {
  return busOf(mqttDriver, kernel);
}
