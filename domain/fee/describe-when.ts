import { type PlateColor, plateColorLabel } from '../plate.ts';
import { spotKindWords } from '../spot-kind.ts';
import { usualVehicleKinds, vehicleKindWords } from '../vehicle-kind.ts';
import { daysText, join, ordinal } from './phrase.ts';
import type { Text, When } from './tariff.ts';
import { durationText } from './text.ts';

/** The conditions of a plan in words, empty for none. */
export function whenText(when: When): Text {
  const texts: Text[] = [];
  if (when.vehicleKinds) {
    const { zh, en } = join(when.vehicleKinds.map(vehicleKindWords), '、', ', ');
    // The usual kinds are self-explanatory, a camera's own kinds are not.
    const isUsual = when.vehicleKinds.every((kind) => Object.hasOwn(usualVehicleKinds, kind));
    texts.push(isUsual ? { zh, en: en.toLowerCase() } : { zh: `车型${zh}`, en: `vehicle kind ${en}` });
  }
  if (when.plateColors) {
    const named = when.plateColors.map((code) => plateColorLabel[code as PlateColor] ?? plateColorLabel[0]);
    const { zh, en } = join(named, '、', ', ');
    texts.push({ zh: `车牌颜色${zh}`, en: `plate colour ${en.toLowerCase()}` });
  }
  if (when.spotKinds) texts.push(join(when.spotKinds.map(spotKindWords), '、', ', '));
  if (when.entryDays || when.season) {
    const days = daysText(when.entryDays, when.season);
    texts.push({ zh: `${days.zh}入场`, en: `entered on ${days.en}` });
  }
  if (when.enteredBetween) {
    const { from, to } = when.enteredBetween;
    texts.push({ zh: `${from}–${to}入场`, en: `entered ${from}–${to}` });
  }
  if (when.atMostMinutes !== undefined) {
    const time = durationText(when.atMostMinutes);
    texts.push({ zh: `停车不超过${time.zh}`, en: `stays up to ${time.en}` });
  }
  if (when.leftBy) {
    const { at, nth = 1 } = when.leftBy;
    texts.push({
      zh: `${nth === 1 ? '下一' : `第${nth}`}个${at}前离场`,
      en: nth === 1 ? `left by the next ${at}` : `left by the ${ordinal(nth)} ${at}`,
    });
  }
  return join(texts, '且', ' and ');
}
