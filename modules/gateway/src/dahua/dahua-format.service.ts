import type { Format, PassingReply } from '../driver/driver.service.ts';
import { isRecord } from '../message/payload.service.ts';
import { isoOfWall } from '../message/wall-time.service.ts';
import { dahuaItsapi } from './dahua.contract.ts';
import { type DahuaPlate, readDeviceId, readTollgateInfo } from './dahua-message.service.ts';

/**
 * Messages of Dahua cameras by ITSAPI 5.2. The reply to a passing opens the barrier (`OpenStrobe`); the other replies carry no commands, so
 * that later ones go to the camera's own address.
 */
export const dahuaFormat: Format<DahuaPlate> = {
  protocol: dahuaItsapi.name,
  readPassing: ({ body, zone }) => readTollgateInfo(body, zone),
  recognise({ json }) {
    if (isRecord(json?.Picture) && isRecord(json.Picture.SnapInfo))
      return { route: 'NotificationInfo/TollgateInfo', signs: ['Picture.SnapInfo'] };
    if (typeof json?.DeviceID !== 'string') return null;
    if (json.Active !== undefined) return { route: 'NotificationInfo/KeepAlive', signs: ['DeviceID', 'Active'] };
    return json.Manufacturer === undefined && json.DeviceType === undefined
      ? null
      : { route: 'NotificationInfo/DeviceInfo', signs: ['DeviceID', 'DeviceType'] };
  },
  answer: tollgateReply,
  command: ({ kind }) => ({ OpenStrobe: kind === 'open' }),
  screen: () => null,
  // Trigger of the barrier relay by the HTTP API of Dahua's traffic cameras.
  calls: {
    move: (kind) => ({ method: 'GET', path: `/cgi-bin/trafficSnap.cgi?action=${kind}Strobe&channel=1` }),
    ask: { method: 'GET', path: '/cgi-bin/magicBox.cgi?action=getDeviceType' },
    // Dahua HTTP API for IPC: snapshot, global, magicBox; the manual trigger is one of traffic cameras.
    orders: {
      snapshot: () => ({ method: 'GET', path: '/cgi-bin/snapshot.cgi?channel=1', answers: 'picture' }),
      recognise: () => ({ method: 'GET', path: '/cgi-bin/trafficSnap.cgi?action=manSnap&channel=1' }),
      time: (_order, { now, zone }) => ({
        method: 'GET',
        path: `/cgi-bin/global.cgi?action=setCurrentTime&time=${encodeURIComponent(isoOfWall(now, zone).slice(0, 19).replace('T', ' '))}`,
      }),
      settings: () => ({ method: 'GET', path: '/cgi-bin/magicBox.cgi?action=getSystemInfo', answers: 'text' }),
      reboot: () => ({ method: 'GET', path: '/cgi-bin/magicBox.cgi?action=reboot' }),
    },
    isDone: (text) => /^\s*OK|^(?:type|deviceType|serialNumber|appAutoStart)=/im.test(text),
  },
  health: ({ body }) => readDeviceId(body),
};

/** Without `Result: true` the camera sends the passing again. */
function tollgateReply({ reading, answer, command }: PassingReply<DahuaPlate>): object {
  return {
    Result: true,
    DeviceID: reading.serialNo,
    PlateNumber: reading.message.plate ?? '',
    AllowUser: command !== null,
    BlockUser: answer.decision === 'refuse',
    OpenStrobe: command !== null,
  };
}
