import { type Kernel, serverModule } from '@boyun/kernel/server';
import { recordPassing } from '@boyun/passings/server';
import { boxIngress } from './box/box.ingress.ts';
import { sweepSignedCalls } from './box/signed-call.service.ts';
import { gateway as contract } from './contract.ts';
import { type MqttGateway, openMqtt } from './mqtt/mqtt.ingress.ts';
import {
  discardQuarantineServer,
  quarantineListServer,
  replayQuarantineServer,
} from './quarantine/quarantine.server.ts';
import { sweepQuarantine } from './quarantine/quarantine.service.ts';
import { vzenithIngress } from './vzenith/vzenith.ingress.ts';

export { signCall } from './box/box-signature.service.ts';

/** Where devices' messages come in. */
export const gatewayServer = serverModule(contract, new URL('../migrations/', import.meta.url), {
  operations: [replayQuarantineServer(recordPassing), discardQuarantineServer],
  reports: [quarantineListServer],
  sweeps: [
    { name: 'quarantine', everySeconds: 3600, run: sweepQuarantine },
    { name: 'signed-calls', everySeconds: 60, run: sweepSignedCalls },
  ],
  ingresses: [vzenithIngress(recordPassing), boxIngress(recordPassing)],
});

/** Starts the device bus; the caller hands it the connections that speak MQTT. */
export function startMqtt(kernel: Kernel): Promise<MqttGateway> {
  return openMqtt(kernel, recordPassing);
}
