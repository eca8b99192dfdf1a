import { isReportOnly } from '@boyun/devices/contract';
import { type DeviceContext, findCameraById } from '@boyun/devices/server';
import { type CheckedCar, checkCamera } from '@boyun/domain/camera-check';
import { coversLot, handle, handleFreely, type Kernel, notFound, type Who } from '@boyun/kernel/server';
import { insideElsewhere } from '@boyun/passings/server';
import { unknownMaker } from '../any/any.contract.ts';
import type { Driver } from '../driver/driver.service.ts';
import { type KeptDeviceMessage, latestMessages } from '../inspector/device-message.queries.ts';
import { faultText, type ReadMessage, readMessage, shownReading } from '../inspector/read-message.service.ts';
import { flushMessages, inspectorLimits } from '../traffic/inspector.service.ts';
import { getOnboarding, getOnboardingList } from './onboarding.contract.ts';
import { findStrangers, findWaiting } from './onboarding.queries.ts';

/** Returns the cameras that are being connected and the callers nobody knows. */
export const getOnboardingListServer = handle(getOnboardingList, async (tx) => ({
  cameras: await findWaiting(tx, unknownMaker.name),
  strangers: await findStrangers(tx),
}));

/** Cars that are checked. */
const CARS = 5;

type Seen = ReadMessage & { readonly kept: KeptDeviceMessage };

/** Returns what a camera sends and what is set up wrong. */
export const getOnboardingServer = (drivers: readonly Driver[]) =>
  handleFreely(getOnboarding, async (kernel, { cameraId }, { who, language }) => {
    await flushMessages(kernel);
    const device = await findCameraById(kernel.database, who!.tenantId, cameraId);
    if (!device || !coversLot(who!, device.lotId)) throw notFound(who!, getOnboarding.input.cameraId.label);
    const kept = await kernel.database.inTenant(who!, (tx) => latestMessages(tx, cameraId, inspectorLimits.perCamera), {
      isRead: true,
    });
    const seen: Seen[] = [];
    for (const one of kept) seen.push({ kept: one, ...(await readMessage(kernel, drivers, device, one)) });
    const cars = seen.filter((one) => one.reading !== null);
    const isKnown = device.protocol !== unknownMaker.name;
    // A report of a car tells more than a heartbeat.
    const telling = cars[0] ?? seen.find((one) => one.driver !== null) ?? null;
    const findings = checkCamera(device, await checkedCars(kernel, who!, device, cars.slice(0, CARS)));
    return {
      name: device.cameraName,
      lotId: device.lotId,
      laneId: device.laneId,
      direction: device.direction,
      protocol: device.protocol,
      isKnown,
      isReportOnly: isReportOnly(isKnown ? device.protocol : (telling?.driver?.protocol ?? device.protocol)),
      serialNo: device.serialNo,
      messageCount: kept.length,
      lastMessageAt: kept[0]?.receivedAt ?? null,
      recognised: telling?.driver?.protocol ?? null,
      signs: [...(telling?.signs ?? [])],
      messageId: telling?.kept.id ?? null,
      fault: telling?.fault && isKnown ? faultText(telling.fault, language) : null,
      read: telling?.reading ? shownReading(telling.reading, telling.kept.receivedAt) : null,
      findings: findings.map(({ name, state, zh, en }) => ({ name, state, said: language === 'zh' ? zh : en })),
    };
  });

async function checkedCars(
  kernel: Kernel,
  who: Who,
  device: DeviceContext,
  cars: readonly Seen[],
): Promise<CheckedCar[]> {
  const plates = cars.flatMap(({ reading }) => reading?.message.plate ?? []);
  const elsewhere = await kernel.database.inTenant(who, (tx) => insideElsewhere(tx, device.lotId, plates), {
    isRead: true,
  });
  return cars.map(({ reading, kept }) => ({
    plate: reading!.message.plate,
    at: reading!.message.happenedAt,
    receivedAt: kept.receivedAt,
    isKept: reading!.message.isOffline,
    confidence: reading!.message.confidence,
    hasPicture: kept.hasPicture,
    direction: reading!.direction ?? null,
    insideOf: elsewhere.get(reading!.message.plate ?? '') ?? null,
  }));
}
