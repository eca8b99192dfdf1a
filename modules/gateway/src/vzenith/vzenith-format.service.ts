import type { Format } from '../driver/driver.service.ts';
import { parseForm, parseJson } from '../message/payload.service.ts';
import { vzenithHttp } from './vzenith.contract.ts';
import { type PlatePush, readPlatePush } from './vzenith-message.service.ts';
import { plateReply, relayOrder, replyOrders, serialData } from './vzenith-reply.service.ts';

/** The routes by the name of what is reported. */
const ROUTE_OF_NAME = { AlarmInfoPlate: 'plate', AlarmGioIn: 'io', SerialData: 'serial', TriggerImage: 'snapshot' };

/** Messages of Vzenith cameras over HTTP. */
export const vzenithFormat: Format<PlatePush> = {
  protocol: vzenithHttp.name,
  readPassing: ({ body, receivedAt }) => readPlatePush(parseJson(body), receivedAt),
  recognise({ json, fields }) {
    const [name, route] = Object.entries(ROUTE_OF_NAME).find(([one]) => json?.[one] !== undefined) ?? [];
    if (name && route) return { route, signs: [name] };
    return fields.serialno ? { route: 'heartbeat', signs: ['serialno'] } : null;
  },
  answer: plateReply,
  command: ({ kind }) => relayOrder(kind),
  orders: replyOrders,
  screen: serialData,
  // Of a heartbeat's fields only the serial number is used; its password is neither stored nor logged.
  health: ({ body, contentType }) => parseForm(body, contentType).serialno || null,
};
