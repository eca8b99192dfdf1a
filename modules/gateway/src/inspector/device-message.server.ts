import { findCameraById } from '@boyun/devices/server';
import { Refusal } from '@boyun/kernel/contract';
import { handleFreely, type Kernel, notFound, serveReport, type Who } from '@boyun/kernel/server';
import { unknownMaker } from '../any/any.contract.ts';
import type { Driver } from '../driver/driver.service.ts';
import { checkSerial, takePassing } from '../intake/intake.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { flushMessages } from '../traffic/inspector.service.ts';
import {
  deviceMessageList,
  deviceMessageRefusal,
  readDeviceMessage,
  replayDeviceMessage,
} from './device-message.contract.ts';
import { passingOf, requireMessage } from './device-message.queries.ts';
import { deviceMessageReplayed } from './device-message-event.contract.ts';
import { faultText, readMessage, shownReading } from './read-message.service.ts';

/** The last messages of cameras, newest first. */
export const deviceMessageListServer = serveReport(deviceMessageList, {
  from: 'device_message',
  as: 'm',
  lot: 'm.lot_id',
  own: null,
  period: 'm.received_at',
  order: 'm.received_at desc, m.id desc',
});

/** A message with its camera, read as its driver reads it now. */
async function readKept(kernel: Kernel, drivers: readonly Driver[], who: Who, messageId: string) {
  await flushMessages(kernel);
  const kept = await kernel.database.inTenant(who, (tx) => requireMessage(tx, messageId), { isRead: true });
  const device = await findCameraById(kernel.database, who.tenantId, kept.cameraId);
  if (!device) throw notFound(who, deviceMessageList.columns.cameraId.label);
  return { kept, device, ...(await readMessage(kernel, drivers, device, kept)) };
}

/** Returns a message as it came and as it is read. */
export const readDeviceMessageServer = (drivers: readonly Driver[]) =>
  handleFreely(readDeviceMessage, async (kernel, { messageId }, { who, language }) => {
    const { kept, reading, fault, signs } = await readKept(kernel, drivers, who!, messageId);
    const { body, contentType, reply, isWhole, cameraId } = kept;
    const passingId = reading
      ? await kernel.database.inTenant(who!, (tx) => passingOf(tx, cameraId, reading.message.eventKey), {
          isRead: true,
        })
      : null;
    return {
      body,
      contentType,
      reply,
      isWhole,
      fault: fault && faultText(fault, language),
      read: reading && shownReading(reading, kept.receivedAt),
      passingId,
      signs: [...signs],
    };
  });

/** Takes a message again as a late record; its event key makes a second time harmless. */
export const replayDeviceMessageServer = (drivers: readonly Driver[]) =>
  handleFreely(replayDeviceMessage, async (kernel, { messageId }, { who, language }) => {
    const { kept, device, reading, fault } = await readKept(kernel, drivers, who!, messageId);
    if (device.protocol === unknownMaker.name) throw new Refusal(deviceMessageRefusal.unknown);
    if (!kept.isWhole) throw new Refusal(deviceMessageRefusal.cut);
    if (!reading)
      throw new Refusal(deviceMessageRefusal['not-read'], {
        reason: fault ? faultText(fault, language) : device.protocol,
      });
    const { cameraId, lotId, cameraName } = device;
    const { eventKey } = reading.message;
    const before = await kernel.database.inTenant(who!, (tx) => passingOf(tx, cameraId, eventKey), { isRead: true });
    const passingId = before ?? (await book(kernel, device, reading, language));
    const result = before ? ('known' as const) : ('booked' as const);
    await kernel.database.inTenant(who!, async (tx) => {
      tx.audit({
        action: replayDeviceMessage.audit!,
        subjectKind: 'camera',
        subjectId: cameraId,
        subject: cameraName,
        after: { messageId, result, passingId },
      });
      tx.emit(deviceMessageReplayed, { lotId, subjectId: messageId, data: { messageId, cameraId, result } });
    });
    return { result, plate: reading.message.plate, passingId };
  });

type Read = Awaited<ReturnType<typeof readKept>>;

async function book(
  kernel: Kernel,
  device: Read['device'],
  reading: NonNullable<Read['reading']>,
  language: Parameters<typeof faultText>[1],
): Promise<string> {
  try {
    const known = reading.serialNo === null ? device : await checkSerial(kernel, device, reading.serialNo);
    // The car has left.
    return (await takePassing(kernel, known, { ...reading.message, isOffline: true })).passingId;
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    throw new Refusal(deviceMessageRefusal['not-read'], { reason: faultText(error, language) });
  }
}
