import {
  createStore,
  readCookie,
  readSession,
  ringAlarm,
  useStore,
  writeCookie,
  writeSession,
} from '@boyun/kernel/web';
import { type AlarmSeverity, pops, readSeverity } from './alarm-severity.ts';

/** The two kinds of alarms, each with its own popup (spec §2). */
export type AlarmSide = 'vehicle' | 'device';

/** State of a popup. */
interface Popup {
  readonly count: number;
  readonly isShown: boolean;
  readonly latest: string;
}
type Popups = Readonly<Record<AlarmSide, Popup>>;

const NO_ALARM: Popup = { count: 0, isShown: false, latest: '' };

/** Actions on a popup: Cancel keeps its count, View resets it. */
type Act = 'cancel' | 'view';

function readStored(): Popups {
  try {
    return JSON.parse(readSession('alarms') ?? '') as Popups;
  } catch {
    return { vehicle: NO_ALARM, device: NO_ALARM };
  }
}

/** Survives a reload within the tab's session. */
const popups = createStore(readStored());

function store(next: Popups): void {
  popups.set(next);
  const isCalm = next.vehicle.count + next.device.count === 0;
  writeSession('alarms', isCalm ? null : JSON.stringify(next));
}

/** Returns the state of the popups. */
export function usePopups(): Popups {
  return useStore(popups);
}

/** Returns the number of alarms since they were last viewed. */
export function useAlarmCount(): number {
  const { vehicle, device } = usePopups();
  return vehicle.count + device.count;
}

/** Counts a new alarm; one that is severe enough for this person shows its popup and rings. */
export function addAlarm(side: AlarmSide, latest: string, severity: AlarmSeverity | null): void {
  const now = popups.get();
  const isLoud = pops(severity, popsFrom.get());
  const shown = isLoud ? { isShown: true, latest } : { isShown: now[side].isShown, latest: now[side].latest };
  store({ ...now, [side]: { count: now[side].count + 1, ...shown } });
  if (isLoud) ringAlarm();
}

/** Clears popups and counts when the channel closes (spec §4). */
export function clearAlarms(): void {
  store({ vehicle: NO_ALARM, device: NO_ALARM });
}

/** Hides both popups and keeps their counts. */
export function hideAlarms(): void {
  const { vehicle, device } = popups.get();
  store({ vehicle: { ...vehicle, isShown: false }, device: { ...device, isShown: false } });
}

function dismiss(side: AlarmSide, act: Act): void {
  const now = popups.get();
  store({ ...now, [side]: act === 'view' ? NO_ALARM : { ...now[side], isShown: false } });
}

/** The tabs of one session: each receives alarms itself, and the users' actions on them from the others. */
const tabs = new BroadcastChannel('alarms');
tabs.onmessage = ({ data }: MessageEvent<{ userId: string; side: AlarmSide; act: Act }>) => {
  if (data.userId === readSession('userId')) dismiss(data.side, data.act);
};

/** Performs Cancel or View of a popup, here and in the account's other tabs. */
export function dismissAlarm(side: AlarmSide, act: Act): void {
  dismiss(side, act);
  tabs.postMessage({ userId: readSession('userId'), side, act });
}

const SEVERITY_COOKIE = 'alarmSeverity';
const popsFrom = createStore(readSeverity(readCookie(SEVERITY_COOKIE)));

/** Returns the lowest severity whose alarms pop up for this person. */
export function usePopSeverity(): AlarmSeverity {
  return useStore(popsFrom);
}

/** Chooses the lowest severity whose alarms pop up, and stores it in a cookie. */
export function setPopSeverity(severity: AlarmSeverity): void {
  popsFrom.set(severity);
  writeCookie(SEVERITY_COOKIE, severity);
}
