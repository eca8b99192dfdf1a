import { deviceProtocol } from '@boyun/devices/contract';

/** Vzenith cameras over MQTT: they sign in with serial number and token. */
export const vzenithMqtt = deviceProtocol('vzenith-mqtt', { label: { zh: '臻识 MQTT', en: 'Vzenith MQTT' } });
