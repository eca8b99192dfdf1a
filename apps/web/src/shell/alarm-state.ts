import { createStore, readCookie, readSession, useStore, writeCookie, writeSession } from '@boyun/kernel/web';

/** The two kinds of alarms, each with a popup of its own (spec §2). */
export type AlarmSide = 'vehicle' | 'device';

/** What a popup shows. */
interface Popup {
  readonly count: number;
  readonly isShown: boolean;
  readonly latest: string;
}
type Popups = Readonly<Record<AlarmSide, Popup>>;

const CALM: Popup = { count: 0, isShown: false, latest: '' };

/** What one does to a popup: leaving it (Cancel) keeps its count, going to its page (View) does not. */
type Act = 'cancel' | 'view';

function kept(): Popups {
  try {
    return JSON.parse(readSession('alarms') ?? '') as Popups;
  } catch {
    return { vehicle: CALM, device: CALM };
  }
}

/** Survives a reload with the session of the tab. */
const popups = createStore(kept());

function keep(next: Popups): void {
  popups.set(next);
  const isCalm = next.vehicle.count + next.device.count === 0;
  writeSession('alarms', isCalm ? null : JSON.stringify(next));
}

/** What the popups show now. */
export function usePopups(): Popups {
  return useStore(popups);
}

/** How many alarms came since they were last looked at. */
export function useAlarmCount(): number {
  const { vehicle, device } = usePopups();
  return vehicle.count + device.count;
}

/** An alarm came: its popup is shown with one more. */
export function addAlarm(side: AlarmSide, latest: string): void {
  const now = popups.get();
  keep({ ...now, [side]: { count: now[side].count + 1, isShown: true, latest } });
}

/** The channel closed: nothing is shown nor counted any more (spec §4). */
export function calmAlarms(): void {
  keep({ vehicle: CALM, device: CALM });
}

/** Both popups go, their counts stay. */
export function hideAlarms(): void {
  const { vehicle, device } = popups.get();
  keep({ vehicle: { ...vehicle, isShown: false }, device: { ...device, isShown: false } });
}

function done(side: AlarmSide, act: Act): void {
  const now = popups.get();
  keep({ ...now, [side]: act === 'view' ? CALM : { ...now[side], isShown: false } });
}

/** The tabs of one session: each hears of alarms by itself, and from the others what was done about them. */
const tabs = new BroadcastChannel('alarms');
tabs.onmessage = ({ data }: MessageEvent<{ userId: string; side: AlarmSide; act: Act }>) => {
  if (data.userId === readSession('userId')) done(data.side, data.act);
};

/** Cancel or View of a popup, here and in the other tabs of the account. */
export function endAlarm(side: AlarmSide, act: Act): void {
  done(side, act);
  tabs.postMessage({ userId: readSession('userId'), side, act });
}

const SOUND_COOKIE = 'alarmSound';
const sound = createStore(readCookie(SOUND_COOKIE) === '1');

/** Whether alarms are heard. */
export function useAlarmSound(): boolean {
  return useStore(sound);
}

/** Lets alarms be heard, or not; kept in a cookie. */
export function turnAlarmSound(): void {
  sound.set(!sound.get());
  writeCookie(SOUND_COOKIE, sound.get() ? '1' : '0');
  ringAlarm();
}

const TONES_HZ = [880, 660];
const TONE_SECONDS = 0.18;

/** Two short tones, where the sound is on. */
export function ringAlarm(): void {
  if (!sound.get()) return;
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.2;
  volume.connect(audio.destination);
  TONES_HZ.forEach((hertz, index) => {
    const tone = audio.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(volume);
    tone.start(audio.currentTime + index * TONE_SECONDS);
    tone.stop(audio.currentTime + (index + 1) * TONE_SECONDS);
    if (index === TONES_HZ.length - 1) tone.onended = () => void audio.close();
  });
}
