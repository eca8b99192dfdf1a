import { actEvent, optional, reference, text } from '@boyun/kernel/contract';
import { nameOfThing, stateEvents } from '../notice/state-event.contract.ts';
import { lcd, pairLcd, unpairLcd } from './lcd.contract.ts';
import { joinLcd } from './lcd-player.contract.ts';
import { publishPlaylist, withdrawPlaylist } from './lcd-playlist.contract.ts';
import { uploadLcdFile } from './lcd-programme.contract.ts';

const name = nameOfThing;
const lcdId = reference({ zh: 'LCD屏编号', en: 'LCD display' }, 'lcd');
const states = stateEvents('lcd.offline', 'lcd.online', {
  what: { zh: 'LCD屏', en: 'LCD display' },
  one: 'An LCD display',
  fields: { lcdId, laneId: optional(reference({ zh: '车道编号', en: 'Lane' }, 'lane')), name },
  access: lcd.can.list,
  path: '/_cloud_device/lcd',
});

/** A display stopped reporting itself. */
export const lcdOffline = states.offline;

/** A display reported itself again. */
export const lcdOnline = states.online;

/** A pairing code was made. */
export const lcdPairingBegun = actEvent(pairLcd, { lcdId });

/** A browser became the display. */
export const lcdPaired = actEvent(joinLcd, { lcdId });

/** The pairing of a display was ended. */
export const lcdUnpaired = actEvent(unpairLcd, { lcdId });

/** The file of a programme was uploaded. */
export const lcdFileUploaded = actEvent(uploadLcdFile, { name: text({ zh: '文件名', en: 'File name' }, { max: 200 }) });

const playlist = { lcdPlaylistId: reference({ zh: '播放单', en: 'Playlist' }, 'lcd-playlist'), name };

/** A playlist is shown from now on. */
export const playlistPublished = actEvent(publishPlaylist, playlist);

/** A playlist is no longer shown. */
export const playlistWithdrawn = actEvent(withdrawPlaylist, playlist);
