import { createRandom, type Random } from './random.ts';

/** Colours of plates as cameras and the product count them. */
export type PlateColor = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Colour numbers by name: 0 unknown, 1 blue, 2 yellow, 3 white, 4 black, 5 green, 6 new energy. */
export const plateColor = { unknown: 0, blue: 1, yellow: 2, white: 3, black: 4, green: 5, newEnergy: 6 } as const;

/** The size class of a vehicle. */
export type VehicleKind = 'small' | 'large';

/** A vehicle as its plate describes it; `plate` is empty for a car without one. */
export type Vehicle = { plate: string; color: PlateColor; vehicleKind: VehicleKind };

// The letters I and O are not issued (GA 36-2018).
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const digits = '0123456789';
/** Other provinces with a weight: neighbours of the south and the large economies come most. */
const provinces = '湘湘湘赣赣桂桂桂闽闽鄂鄂川川渝贵云琼浙浙苏苏沪皖豫豫鲁冀晋陕京津黑辽吉蒙甘宁青新藏';

function serial(random: Random, length: number, letterShare: number): string {
  let text = '';
  let letterCount = 0;
  for (let at = 0; at < length; at += 1) {
    // At most two letters stand among the five signs of an ordinary plate.
    const isLetter = letterCount < 2 && random.chance(letterShare);
    if (isLetter) letterCount += 1;
    text += random.pick([...(isLetter ? letters : digits)]);
  }
  return text;
}

/**
 * The vehicle with the given number in the city's fleet: the same seed and number always give the same vehicle.
 * `home` is the province and city letter most cars carry, such as 粤B. About 25 % are new energy cars with 8 signs,
 * a few are yellow, black (Hong Kong, Macau) or white (police), one in 250 has no plate.
 */
export function vehicleOf(seed: number | string, index: number, home: string): Vehicle {
  const random = createRandom(`${seed}/${index}`);
  const draw = random.next();
  if (draw < 0.004) return { plate: '', color: plateColor.unknown, vehicleKind: 'small' };
  if (draw < 0.009 && home.startsWith('粤')) {
    const plate = `粤Z${serial(random, 4, 0.2)}${random.chance(0.75) ? '港' : '澳'}`;
    return { plate, color: plateColor.black, vehicleKind: 'small' };
  }
  const region = regionOf(random, home);
  if (draw < 0.012)
    return { plate: `${region}${serial(random, 4, 0)}警`, color: plateColor.white, vehicleKind: 'small' };
  if (draw < 0.04) {
    const isLearner = random.chance(0.15);
    const plate = isLearner ? `${region}${serial(random, 4, 0.1)}学` : `${region}${serial(random, 5, 0.1)}`;
    return { plate, color: plateColor.yellow, vehicleKind: isLearner ? 'small' : 'large' };
  }
  if (draw < 0.285) {
    // Small new energy cars carry their letter first, large ones last; only the sign after the first may be another
    // letter (GA 36-2018).
    if (random.chance(0.03)) {
      return { plate: `${region}${serial(random, 5, 0)}D`, color: plateColor.newEnergy, vehicleKind: 'large' };
    }
    const plate = `${region}${random.pick([...'DDDDDDFFAGC'])}${serial(random, 1, 0.35)}${serial(random, 4, 0)}`;
    return { plate, color: plateColor.newEnergy, vehicleKind: 'small' };
  }
  return { plate: `${region}${serial(random, 5, 0.22)}`, color: plateColor.blue, vehicleKind: 'small' };
}

function regionOf(random: Random, home: string): string {
  const draw = random.next();
  if (draw < 0.68) return home;
  if (draw < 0.84) return home.slice(0, 1) + random.pick([...'ABCDEFGHJKLMNPQRSTUVWXY']);
  return random.pick([...provinces]) + random.pick([...'AAAABBBCCDEFGHJ']);
}

/** The vehicle to a plate given from outside (a list of plates), with colour and size read off its form. */
export function vehicleFor(plate: string): Vehicle {
  if (plate === '') return { plate, color: plateColor.unknown, vehicleKind: 'small' };
  if (/[港澳]$/.test(plate)) return { plate, color: plateColor.black, vehicleKind: 'small' };
  if (/警$/.test(plate)) return { plate, color: plateColor.white, vehicleKind: 'small' };
  if (/学$/.test(plate)) return { plate, color: plateColor.yellow, vehicleKind: 'small' };
  if (plate.length === 8) {
    const isLarge = /^..\d{5}[A-K]$/.test(plate);
    return { plate, color: plateColor.newEnergy, vehicleKind: isLarge ? 'large' : 'small' };
  }
  return { plate, color: plateColor.blue, vehicleKind: 'small' };
}

/** Signs that cameras take for each other. */
const confusions: Readonly<Record<string, string>> = {
  '0': 'DQ',
  D: '0',
  Q: '0',
  '8': 'B',
  B: '8',
  '1': '7',
  '7': '1',
  '2': 'Z',
  Z: '2',
  '5': 'S',
  S: '5',
  '6': 'G',
  G: '6',
  U: 'V',
  V: 'U',
  川: '赣',
  赣: '川',
  浙: '湘',
  湘: '浙',
  苏: '赣',
  津: '沪',
};

/** The plate with one sign exchanged as a camera would; the same plate when none of its signs is easily confused. */
export function misread(plate: string, random: Random): string {
  const places: number[] = [];
  for (let at = 0; at < plate.length; at += 1) if (confusions[plate[at]!]) places.push(at);
  if (places.length === 0) return plate;
  const place = random.pick(places);
  return plate.slice(0, place) + random.pick([...confusions[plate[place]!]!]) + plate.slice(place + 1);
}
