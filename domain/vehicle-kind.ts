import { type PlateColor, plateColor, plateKind } from './plate.ts';

/** Labels of the usual kinds of vehicles; a camera may report others. */
export const usualVehicleKinds: Readonly<Record<string, { zh: string; en: string }>> = {
  small: { zh: '小型车', en: 'Small vehicle' },
  medium: { zh: '中型车', en: 'Medium vehicle' },
  large: { zh: '大型车', en: 'Large vehicle' },
};

/** Returns the label of a kind of vehicle; an unusual kind is returned unchanged. */
export function vehicleKindWords(kind: string): { zh: string; en: string } {
  return Object.hasOwn(usualVehicleKinds, kind) ? usualVehicleKinds[kind]! : { zh: kind, en: kind };
}

/** Label of a vehicle whose kind neither the camera nor the plate tells. */
export const unknownVehicleKind = { zh: '未识别', en: 'Not recognised' };

/** Maximum length of the name of a kind. */
const MAX_KIND = 40;

// Words of devices for the usual kinds, and the codes of GA/T 16.4: K1 large coach to K4 mini car, H1 heavy truck to H4 mini truck,
// Q tractor units, B and G trailers.
const reportedAs: readonly (readonly [string, RegExp])[] = [
  [
    'small',
    /^(small|小型?车|小型汽车|轿车|微型车|面包车|越野车|商务车|car|saloon(car)?|sedan|suv|mpv|suvmpv|k[34]\d?|h4\d?)$/,
  ],
  ['medium', /^(medium|中型?车|中型(客车|货车|汽车)|轻型(客车|货车)|light(-| )?truck|k2\d?|h[23]\d?)$/],
  [
    'large',
    /^(large|big|大型?车|大型(客车|货车|汽车)|大客车|大货车|重型货车|挂车|bus|truck|coach|trailer|k1\d?|h1\d?|q\d\d?|[bg]\d\d?)$/,
  ],
];

/**
 * Returns the kind a device reports: a usual kind where its word for the vehicle is known, else its own word, at most 40 characters;
 * null where it says nothing.
 */
export function reportedVehicleKind(text: string | null): string | null {
  const word = text?.trim().toLowerCase() ?? '';
  if (word === '' || word === 'unknown' || word === '未知') return null;
  return reportedAs.find(([, pattern]) => pattern.test(word))?.[0] ?? text!.trim().slice(0, MAX_KIND);
}

/**
 * Returns the kind of vehicle that a plate of GA 36-2018 belongs to: new-energy plates tell their size, police, trainee, embassy, consulate
 * and cross-border plates are those of small vehicles, trailers and yellow plates those of large ones, blue and black plates those of small
 * ones. Null for plates that vehicles of all sizes carry (military, emergency, civil aviation) and where the colour is unknown.
 */
export function vehicleKindOfPlate(plate: string | null, color: PlateColor): 'small' | 'large' | null {
  switch (plate === null ? null : plateKind(plate)) {
    case 'newEnergySmall':
    case 'police':
    case 'trainee':
    case 'hongKong':
    case 'macao':
    case 'embassy':
    case 'consulate':
      return 'small';
    case 'newEnergyLarge':
    case 'trailer':
      return 'large';
    case 'military':
    case 'armedPolice':
    case 'emergency':
    case 'aviation':
      return null;
    default:
      if (color === plateColor.yellow.code) return 'large';
      return color === plateColor.blue.code || color === plateColor.black.code ? 'small' : null;
  }
}

/** A plate with its colour. */
interface Plate {
  readonly plate: string | null;
  readonly plateColor: PlateColor;
}

/** Returns the kind of a vehicle: what the device reports, else what its plate implies. */
export function vehicleKindOf(reported: string | null, { plate, plateColor: color }: Plate): string | null {
  return reportedVehicleKind(reported) ?? vehicleKindOfPlate(plate, color);
}

/** Returns the kind of a vehicle whose plate is corrected: a kind that came from the wrong plate follows the correct one. */
export function vehicleKindAs(kind: string | null, was: Plate, is: Plate): string | null {
  const isFromPlate = kind === null || kind === vehicleKindOfPlate(was.plate, was.plateColor);
  return isFromPlate ? vehicleKindOfPlate(is.plate, is.plateColor) : kind;
}
