import { type DeviceContext, noteSign, pinSerial, showOnScreen } from '@boyun/devices/server';
import { wallTime } from '@boyun/domain/period';
import type { ScreenWords } from '@boyun/domain/screen-frame';
import { brightnessAt } from '@boyun/domain/screen-text';
import type { Kernel } from '@boyun/kernel/server';
import { type GateAnswer, type PassingMessage, recordPassing } from '@boyun/passings/server';
import type { Driver, RawMessage, Reading } from '../driver/driver.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';

/**
 * Checks the serial number a message names against the camera's: the first one is pinned, any other is refused. Returns
 * the camera with its serial number. Throws DeviceFault.
 */
export async function checkSerial(kernel: Kernel, device: DeviceContext, serialNo: string): Promise<DeviceContext> {
  if (device.serialNo === serialNo) return device;
  const pinned = device.serialNo === null ? await pinSerial(kernel, device, serialNo) : device.serialNo;
  if (pinned !== serialNo) throw new DeviceFault('wrong-serial', `${serialNo} ≠ ${pinned ?? '?'}`);
  return { ...device, serialNo };
}

/** The base address of this server's payment pages, as far as the device's connection shows it. */
interface Origin {
  readonly origin: string | null;
}

/** The reply to a passing, with the camera as it is known now. */
type Taken = Promise<{ reply: object | null; device: DeviceContext }>;

/** Takes the report of a passing and returns the driver's reply to it. Throws DeviceFault. */
export async function takeReport<R extends Reading>(
  kernel: Kernel,
  driver: Driver<R>,
  device: DeviceContext,
  raw: RawMessage & Origin,
): Taken {
  const ready = (await driver.prepare?.(kernel, device, raw)) ?? raw;
  return takeReading(kernel, driver, device, driver.readPassing(ready), raw);
}

/** Takes a passing that has been read, as where one address gets passings and other events. Throws DeviceFault. */
export async function takeReading<R extends Reading>(
  kernel: Kernel,
  driver: Driver<R>,
  device: DeviceContext,
  reading: R,
  { origin }: Origin,
): Taken {
  const known = reading.serialNo === null ? device : await checkSerial(kernel, device, reading.serialNo);
  const answer = await takePassing(kernel, known, reading.message);
  const payUrl = answer.payUrl && origin ? absoluteUrl(answer.payUrl, origin) : answer.payUrl;
  // An offline record never moves a barrier: its car has left.
  const isOpen = answer.decision === 'open' && !reading.message.isOffline;
  const open = { id: answer.commandId ?? answer.passingId, kind: 'open' } as const;
  const words = wordsOf(kernel, known, { ...answer, payUrl });
  if (!reading.message.isOffline && !answer.isRepeated) showOnNetwork(kernel, known, words);
  const reply = driver.answer({
    reading,
    // A screen that speaks is not talked over by the camera.
    answer: { ...answer, payUrl, voice: known.laneScreen?.isSpeaking ? '' : answer.voice },
    command: isOpen ? driver.command(open, { serialNo: known.serialNo, now: kernel.clock.now() }) : null,
    screen: driver.screen(words, known.laneScreen ?? null),
  });
  return { reply, device: known };
}

/** What the screen of a lane shows and says, as bright as it is to be now. */
function wordsOf(
  kernel: Kernel,
  { laneScreen, zone }: DeviceContext,
  { lines, voice, payUrl }: Pick<GateAnswer, 'lines' | 'voice' | 'payUrl'>,
): ScreenWords {
  const plan = laneScreen?.brightnessPlan ?? null;
  const clock = plan ? wallTime(kernel.clock.now().getTime(), zone).slice(11, 16) : '';
  return { lines, voice: voice || null, code: payUrl, brightness: brightnessAt(plan, clock) };
}

/** Shows words on a screen with an address of its own; the car does not wait for it. */
function showOnNetwork(kernel: Kernel, { tenantId, lotId, zone, laneScreen }: DeviceContext, words: ScreenWords): void {
  if (laneScreen?.route !== 'tcp' || words.lines.length === 0) return;
  const { address, port } = laneScreen;
  if (address && port) void showOnScreen(kernel, { ...laneScreen, tenantId, lotId, zone, address, port }, words);
}

function absoluteUrl(url: string, origin: string): string {
  return URL.canParse(url, origin) ? new URL(url, origin).href : url;
}

/** Takes a passing: the decision, its time in the metrics, and the camera's sign of life. */
export async function takePassing(kernel: Kernel, device: DeviceContext, message: PassingMessage): Promise<GateAnswer> {
  const startedMs = performance.now();
  const answer = await recordPassing(kernel, device, message);
  kernel.metrics.decisions.observe(
    { direction: device.direction, decision: answer.decision },
    (performance.now() - startedMs) / 1000,
  );
  markSeen(kernel, device, true);
  return answer;
}

/** Updates the camera's last-seen time without delaying its message. */
export function markSeen(kernel: Kernel, device: DeviceContext, isPassing = false): void {
  noteSign(kernel, device, isPassing).catch((error: Error) =>
    kernel.log.warn({ camera: device.cameraId, err: error }, 'sign of life was not written'),
  );
}
