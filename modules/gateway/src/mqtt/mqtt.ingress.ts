import type { Socket } from 'node:net';
import type { Kernel } from '@boyun/kernel/server';
import type { RecordPassing } from '../intake/intake.service.ts';
import { startEmbeddedBroker } from './embedded-broker.service.ts';
import { startMqttClient } from './mqtt-client.service.ts';

/** The server's side of MQTT. */
export interface MqttGateway {
  /** Takes a connection whose first byte says that it speaks MQTT. */
  handleSocket(socket: Socket): void;
  stop(): Promise<void>;
}

/** Starts the broker inside the server, or the connection to the one of the configuration. */
export function openMqtt(kernel: Kernel, record: RecordPassing): Promise<MqttGateway> {
  const { mqttUrl } = kernel.configuration;
  return mqttUrl ? startMqttClient({ kernel, record }, mqttUrl) : startEmbeddedBroker({ kernel, record });
}
