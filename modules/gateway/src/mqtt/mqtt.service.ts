import type { Driver } from '../driver/driver.service.ts';
import { parseJson, serialAt } from '../message/payload.service.ts';
import type { PlatePush } from '../vzenith/vzenith-message.service.ts';
import { startEmbeddedBroker } from './embedded-broker.service.ts';
import { vzenithMqtt } from './mqtt.contract.ts';
import { startMqttClient } from './mqtt-client.service.ts';
import { gpioOut, ordersDown, readMqttPlate } from './mqtt-message.service.ts';

/** Vzenith cameras over MQTT, through the broker inside the server or the one of the configuration. */
export const mqttDriver: Driver<PlatePush> = {
  protocol: vzenithMqtt.name,
  mount: {
    kind: 'bus',
    open: (kernel) => {
      const { mqttUrl } = kernel.configuration;
      return mqttUrl ? startMqttClient(kernel, mqttDriver, mqttUrl) : startEmbeddedBroker(kernel, mqttDriver);
    },
  },
  readPassing: ({ body, receivedAt }) => readMqttPlate(parseJson(body), receivedAt),
  // A repeated message opened the barrier the first time; commands are never sent again automatically.
  answer: ({ answer, command }) => (answer.isRepeated ? null : command),
  command: gpioOut,
  orders: ordersDown,
  screen: () => null,
  health: ({ body }) => {
    const message = parseJson(body);
    return message.sn === undefined ? null : serialAt(message, 'sn');
  },
};
