/**
 * Plate rules by GA 36-2018 (registration plates) and by the usual form of plates it leaves out (military, armed police, emergency rescue,
 * civil aviation). The temporary plate for a car without one is our own: `临` plus 6 alphanumerics.
 */

/** Plate colours with the codes of exports and device messages, and their labels. */
export const plateColor = {
  unknown: { code: 0, zh: '未知', en: 'Unknown' },
  blue: { code: 1, zh: '蓝色', en: 'Blue' },
  yellow: { code: 2, zh: '黄色', en: 'Yellow' },
  white: { code: 3, zh: '白色', en: 'White' },
  black: { code: 4, zh: '黑色', en: 'Black' },
  green: { code: 5, zh: '绿色', en: 'Green' },
  newEnergy: { code: 6, zh: '新能源', en: 'New energy' },
} as const;

/** Name of a plate colour. */
export type PlateColorName = keyof typeof plateColor;
/** Code of a plate colour, 0 to 6. */
export type PlateColor = (typeof plateColor)[PlateColorName]['code'];

/** Labels of the plate colours by their codes. */
export const plateColorLabel = Object.fromEntries(
  Object.values(plateColor).map(({ code, zh, en }) => [code, { zh, en }]),
) as Readonly<Record<PlateColor, { zh: string; en: string }>>;

/** Kinds of plates that their text distinguishes. */
export const plateKinds = {
  standard: { zh: '普通号牌', en: 'Standard' },
  newEnergySmall: { zh: '小型新能源', en: 'New energy, small' },
  newEnergyLarge: { zh: '大型新能源', en: 'New energy, large' },
  police: { zh: '警用', en: 'Police' },
  trainee: { zh: '教练车', en: 'Trainee' },
  trailer: { zh: '挂车', en: 'Trailer' },
  hongKong: { zh: '粤港两地', en: 'Hong Kong cross-border' },
  macao: { zh: '粤澳两地', en: 'Macao cross-border' },
  embassy: { zh: '使馆', en: 'Embassy' },
  consulate: { zh: '领馆', en: 'Consulate' },
  military: { zh: '军用', en: 'Military' },
  armedPolice: { zh: '武警', en: 'Armed police' },
  emergency: { zh: '应急救援', en: 'Emergency' },
  aviation: { zh: '民航', en: 'Civil aviation' },
  temporary: { zh: '临时车牌', en: 'Temporary' },
} as const;

/** Kind of a plate by its text; blue or yellow standard plates share their text and differ by colour alone. */
export type PlateKind = keyof typeof plateKinds;

/** First characters of civil plates: the 31 provinces, regions and cities of mainland China. */
export const provinces = '京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云藏陕甘青宁新';
/** First character of a temporary plate, which the product assigns to a car without one. */
export const temporaryPrefix = '临';

/** Value used when a camera could not read a plate. */
export const noPlate = '_无_';

const province = `[${provinces}]`;
// Serials leave out I and O, which look like 1 and 0.
const serial = '[0-9A-HJ-NP-Z]';
const letter = '[A-HJ-NP-Z]';
// Issuing offices may be I or O (O is the police office of some provinces).
const office = '[A-Z]';

const patterns: readonly (readonly [PlateKind, RegExp])[] = [
  ['temporary', /^临[0-9A-Z]{6}$/],
  ['hongKong', new RegExp(`^粤Z${serial}{4}港$`)],
  ['macao', new RegExp(`^粤Z${serial}{4}澳$`)],
  ['police', new RegExp(`^${province}${office}${serial}{4}警$`)],
  ['trainee', new RegExp(`^${province}${office}${serial}{4}学$`)],
  ['trailer', new RegExp(`^${province}${office}${serial}{4}挂$`)],
  ['consulate', new RegExp(`^(${province}${office}${serial}{4}领|领\\d{6}|${province}\\d{5}领)$`)],
  ['embassy', /^(使\d{6}|\d{6}使)$/],
  ['emergency', new RegExp(`^${province}[XS]${serial}{4}应急$`)],
  ['aviation', /^民航[0-9A-Z]{5}$/],
  ['armedPolice', new RegExp(`^WJ${province}?(\\d{4,5}[0-9XBTSHJD]?|\\d{2}\\d{5})$`)],
  ['military', /^[VZHEKSNLGBJC空军海北沈兰济南广成][A-HJ-NP-Z]\d{5}$/],
  // Small cars have the energy letter (D or F families) first, large ones last.
  ['newEnergySmall', new RegExp(`^${province}${letter}[ABCDEFGHJK]${serial}\\d{4}$`)],
  ['newEnergyLarge', new RegExp(`^${province}${letter}\\d{5}[ABCDEFGHJK]$`)],
  ['standard', new RegExp(`^${province}${office}${serial}{5}$`)],
];

/** Returns the normal form of a plate: half-width, upper case, without spaces, dots or dashes; never throws. */
export function normalizePlate(text: string): string {
  // Fast path: nearly every plate is already in this form, and lists are full of them.
  if (/^[A-Z0-9\u4e00-\u9fff]*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(/[\s·•・.‧∙_-]+/gu, '');
}

/** Returns the kind of a plate in any notation, or null when it is not a plate. */
export function plateKind(text: string): PlateKind | null {
  const plate = normalizePlate(text);
  for (const [kind, pattern] of patterns) if (pattern.test(plate)) return kind;
  return null;
}

/** Whether a text is a plate of any kind. */
export function isPlate(text: string): boolean {
  return plateKind(text) !== null;
}

/**
 * Whether a normalised text may be a reading of a plate: one of the known kinds, or 4 to 10 Chinese characters, letters and digits with at
 * least one digit, since cameras misread and plates of other regions occur as well.
 */
export function isPlateReading(text: string): boolean {
  return isPlate(text) || /^(?=.*\d)[A-Z0-9\u4e00-\u9fff]{4,10}$/.test(text);
}

/** Returns the colour implied by a plate's kind, `unknown` where the text does not determine it. */
export function plateColorOf(text: string): PlateColorName {
  switch (plateKind(text)) {
    case 'standard':
      return 'blue';
    case 'newEnergySmall':
    case 'newEnergyLarge':
      return 'newEnergy';
    case 'police':
    case 'military':
    case 'armedPolice':
    case 'emergency':
      return 'white';
    case 'trainee':
    case 'trailer':
      return 'yellow';
    case 'hongKong':
    case 'macao':
    case 'embassy':
    case 'consulate':
      return 'black';
    case 'aviation':
      return 'green';
    default:
      return 'unknown';
  }
}

const plateAlphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Makes a temporary plate from a random source that returns numbers in [0, 1). */
export function temporaryPlate(random: () => number): string {
  let plate = temporaryPrefix;
  for (let i = 0; i < 6; i++) plate += plateAlphabet[Math.floor(random() * plateAlphabet.length)];
  return plate;
}

// Groups of characters that cameras confuse.
const lookAlikes = ['0ODQ', '8B', '1ILT', '17', '2Z', '5S', '6G', 'UV', 'CG', 'MN', 'EF', 'PR', 'XK', 'HN', '4A'];
const likeProvinces = [
  '川赣',
  '京晋',
  '京琼',
  '豫渝',
  '粤鄂',
  '苏辽',
  '苏鲁',
  '鲁晋',
  '皖浙',
  '津浙',
  '津沪',
  '贵青',
  '陕皖',
  '甘吉',
  '云甘',
  '宁云',
  '湘浙',
  '冀黑',
  '闽赣',
  '桂琼',
];

const confusedWith = new Map<string, Set<string>>();
for (const group of [...lookAlikes, ...likeProvinces]) {
  for (const a of group) {
    const set = confusedWith.get(a) ?? new Set<string>();
    for (const b of group) if (a !== b) set.add(b);
    confusedWith.set(a, set);
  }
}

/** Cost of reading one character for a look-alike. */
const alikeCost = 1;
/** Cost of a missing or an extra character. */
const gapCost = 3;
/** Cost of reading one character for any other. */
const otherCost = 4;
/** Maximum distance at which two plates may be the same car: two look-alikes, or one missing character. */
export const misreadLimit = 3;

function substituteCost(a: string, b: string): number {
  if (a === b) return 0;
  if (confusedWith.get(a)?.has(b)) return alikeCost;
  // Provinces are small Chinese characters, which cameras misread most often.
  if (provinces.includes(a) && provinces.includes(b)) return alikeCost + 1;
  return otherCost;
}

/**
 * Returns the distance of two plates by what cameras confuse: 0 for equal plates, 1 per look-alike (0/O/D/Q, 8/B, 川/赣 …), 2 for any other
 * two provinces, 3 for a missing or extra character, 4 for any other difference; counting stops above `limit`.
 */
export function plateDistance(a: string, b: string, limit = misreadLimit): number {
  const from = [...normalizePlate(a)];
  const to = [...normalizePlate(b)];
  if (Math.abs(from.length - to.length) * gapCost > limit) return limit + 1;
  let row = to.map((_, j) => (j + 1) * gapCost);
  row.unshift(0);
  for (let i = 1; i <= from.length; i++) {
    const next = [i * gapCost];
    let best = next[0]!;
    for (let j = 1; j <= to.length; j++) {
      const cost = Math.min(
        row[j - 1]! + substituteCost(from[i - 1]!, to[j - 1]!),
        row[j]! + gapCost,
        next[j - 1]! + gapCost,
      );
      next.push(cost);
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
    row = next;
  }
  return Math.min(row[to.length]!, limit + 1);
}

/** Whether two different plates may be two readings of the same car. */
export function likelyMisread(a: string, b: string): boolean {
  const distance = plateDistance(a, b);
  return distance > 0 && distance <= misreadLimit;
}
