import type { DeviceProtocol } from '@boyun/devices/contract';

/** Vzenith cameras over MQTT: they sign in with serial number and token. */
export const vzenithMqtt: DeviceProtocol = {
  name: 'vzenith-mqtt',
  label: { zh: '臻识 MQTT', en: 'Vzenith MQTT' },
  orders: ['snapshot', 'text', 'time'],
};
