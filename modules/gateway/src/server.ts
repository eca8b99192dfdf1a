import { cameraTest } from '@boyun/devices/server';
import { fill } from '@boyun/kernel/contract';
import { type Kernel, serverModule } from '@boyun/kernel/server';
import { boxDriver } from './box/box.service.ts';
import { sweepSignedCalls } from './box/signed-call.service.ts';
import { CommandCalls, testCamera } from './call/command-call.service.ts';
import { gateway as contract } from './contract.ts';
import { dahuaDriver } from './dahua/dahua.service.ts';
import type { DeviceBus, Driver } from './driver/driver.service.ts';
import { busOf, ingressOf } from './driver/mount.service.ts';
import { hikvisionDriver } from './hikvision/hikvision.service.ts';
import { huaxiaDriver } from './huaxia/huaxia.service.ts';
import { mqttDriver } from './mqtt/mqtt.service.ts';
import {
  discardQuarantineServer,
  quarantineListServer,
  replayQuarantineServer,
} from './quarantine/quarantine.server.ts';
import { sweepQuarantine } from './quarantine/quarantine.service.ts';
import { vzenithDriver } from './vzenith/vzenith.service.ts';

export { signCall } from './box/box-signature.service.ts';

/** The protocols devices speak: each is a folder of this module and a line here. */
const drivers: readonly Driver[] = [vzenithDriver(), mqttDriver, hikvisionDriver, dahuaDriver, huaxiaDriver, boxDriver];

/** The server side of device messages. */
export const gatewayServer = serverModule(contract, new URL('../migrations/', import.meta.url), {
  operations: [replayQuarantineServer(drivers), discardQuarantineServer],
  reports: [quarantineListServer],
  sweeps: [
    { name: 'quarantine', everySeconds: 3600, run: sweepQuarantine },
    { name: 'signed-calls', everySeconds: 60, run: sweepSignedCalls },
  ],
  ingresses: drivers.flatMap(ingressOf),
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
