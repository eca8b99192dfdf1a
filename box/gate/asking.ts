import type { Reading } from '@boyun/gateway/edge';
import type { CameraValue, LaneValue } from '../wire.ts';

/** The question about a car, as the cloud is asked it. */
export function questionOf(lane: LaneValue, camera: CameraValue, eventId: string, message: Reading['message']): object {
  return {
    EventId: eventId,
    LaneCode: lane.Code,
    ...(camera.SerialNo ? { CameraSerialNo: camera.SerialNo } : {}),
    Plate: message.plate,
    PlateColor: message.plateColor,
    Confidence: message.confidence,
    VehicleKind: message.vehicleKind,
    HappenedAt: message.happenedAt.toISOString(),
    IsOffline: message.isOffline,
    IsByRemote: message.isByRemote ?? false,
    ...(message.picture ? { Picture: Buffer.from(message.picture).toString('base64') } : {}),
  };
}

/** Waits so long for an answer; null where it fails or does not come in time, and then `late` gets it when it comes. */
export async function inTime<T>(asked: Promise<T>, mostMs: number, late: (answer: T) => void): Promise<T | null> {
  let isLate = false;
  const watched = asked.then(
    (answer) => {
      if (!isLate) return answer;
      late(answer);
      return null;
    },
    () => null,
  );
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve(null);
    }, mostMs);
  });
  const answer = await Promise.race([watched, timeout]);
  clearTimeout(timer);
  return answer;
}
