import { readCookie, writeCookie } from './language.ts';
import { createStore, useStore } from './store.ts';

const SOUND_COOKIE = 'alarmSound';
const sound = createStore(readCookie(SOUND_COOKIE) === '1');

/** Whether alarms have sound. */
export function useAlarmSound(): boolean {
  return useStore(sound);
}

/** Toggles the sound of alarms and stores it in a cookie. */
export function toggleAlarmSound(): void {
  sound.set(!sound.get());
  writeCookie(SOUND_COOKIE, sound.get() ? '1' : '0');
  ringAlarm();
}

const TONES_HZ = [880, 660];
const TONE_SECONDS = 0.18;

/** Plays two short tones, if the sound is on. */
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
