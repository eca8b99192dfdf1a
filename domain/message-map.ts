import { instantOfWall } from './period.ts';
import { isPlateReading } from './plate.ts';

/** How the time of a message is written. */
export type TimeFormat = 'iso' | 'seconds' | 'milliseconds' | 'pattern';

/** How the confidence of a message is written: 0 to 100, 0 to 1, or 0 to 255. */
export type ConfidenceScale = 'percent' | 'fraction' | 'byte';

/** Where in the JSON of a device the values of a passing are. A path is keys and `[places]`, as in `data.results[0].plate`. */
export interface MessageMap {
  readonly plate: string;
  readonly time: string;
  readonly timeFormat: TimeFormat;
  /** The notation of a `pattern`, such as `yyyy-MM-dd HH:mm:ss`. */
  readonly timePattern: string | null;
  /** The IANA zone of a time without an offset; null for the zone of the lot. */
  readonly timeZone: string | null;
  readonly confidence: string | null;
  readonly confidenceScale: ConfidenceScale;
  readonly color: string | null;
  readonly direction: string | null;
  /** The word that says `in`; any other says `out`. */
  readonly entryWord: string | null;
  /** Base64, a data address, or an address the picture is fetched from. */
  readonly picture: string | null;
  readonly deviceId: string | null;
  /** What tells one event from another; null where plate and time do. */
  readonly eventId: string | null;
}

/** The fields of a map that are paths. */
export const MAP_PATHS = [
  'plate',
  'time',
  'confidence',
  'color',
  'direction',
  'picture',
  'deviceId',
  'eventId',
] as const satisfies readonly (keyof MessageMap)[];
export type MapPath = (typeof MAP_PATHS)[number];

/** What a map finds in a message. */
export interface MappedMessage {
  readonly plate: string | null;
  readonly at: Date | null;
  readonly confidence: number | null;
  readonly color: string | null;
  readonly direction: 'entry' | 'exit' | null;
  readonly picture: { readonly kind: 'base64' | 'url'; readonly text: string } | null;
  readonly deviceId: string | null;
  readonly eventId: string | null;
  /** The paths that lead nowhere, or to a value of the wrong kind. */
  readonly wrong: readonly MapPath[];
}

const STEP = /([^.[\]]+)|\[(\d{1,3})\]/g;

/** What a path looks like: keys and `[places]`. */
export const MESSAGE_PATH = /^(?:[^.[\]]+|\[\d{1,3}\])(?:\.[^.[\]]+|\[\d{1,3}\])*$/;

/** The value at a path; undefined where there is none. */
export function valueAt(message: unknown, path: string): unknown {
  let value = message;
  for (const [, key, place] of path.matchAll(STEP)) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (place !== undefined) value = Array.isArray(value) ? value[Number(place)] : undefined;
    else value = Object.hasOwn(value, key!) ? (value as Record<string, unknown>)[key!] : undefined;
  }
  return value;
}

/** A single value of a message with its path. */
export interface Leaf {
  readonly path: string;
  readonly value: string | number | boolean;
}

const MAX_LEAVES = 300;
const MAX_DEPTH = 8;

/** The single values of a message in their order, of lists the first two places; at most 300. */
export function leavesOf(message: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (value: unknown, path: string, depth: number): void => {
    if (leaves.length >= MAX_LEAVES || depth > MAX_DEPTH) return;
    if (Array.isArray(value)) value.slice(0, 2).forEach((one, place) => void walk(one, `${path}[${place}]`, depth + 1));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value))
        if (key !== '' && !/[.[\]]/.test(key)) walk(one, path === '' ? key : `${path}.${key}`, depth + 1);
    } else if (path !== '' && value !== null && value !== undefined)
      leaves.push({ path, value: value as string | number | boolean });
  };
  walk(message, '', 0);
  return leaves;
}

/** Reads a message by a map; times without an offset are in the zone of the map or that of the lot. */
export function readMapped(map: MessageMap, message: unknown, lotZone: string): MappedMessage {
  const wrong: MapPath[] = [];
  const read = <T>(name: MapPath, toValue: (value: string) => T | null): T | null => {
    const path = map[name];
    if (path === null || path === '') return null;
    const found = valueAt(message, path);
    const text = typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? `${found}` : '';
    // A camera that read no plate leaves the text empty; the path itself is right.
    if (name === 'plate' && (found === '' || found === null)) return null;
    const value = text.trim() === '' ? null : toValue(text.trim());
    if (value === null) wrong.push(name);
    return value;
  };
  return {
    plate: read('plate', (text) => text),
    at: read('time', (text) => timeOf(map, text, lotZone)),
    confidence: read('confidence', (text) => confidenceOf(text, map.confidenceScale)),
    color: read('color', (text) => text),
    direction: read('direction', (text) =>
      text.toLowerCase() === (map.entryWord ?? 'in').trim().toLowerCase() ? 'entry' : 'exit',
    ),
    picture: read('picture', pictureOf),
    deviceId: read('deviceId', (text) => (/^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : null)),
    eventId: read('eventId', (text) => (text.length <= 100 ? text : null)),
    wrong,
  };
}

function confidenceOf(text: string, scale: ConfidenceScale): number | null {
  const number = Number(text);
  const most = { percent: 100, fraction: 1, byte: 255 }[scale];
  if (!Number.isFinite(number) || number < 0 || number > most) return null;
  return Math.round((number / most) * 100);
}

function pictureOf(text: string): MappedMessage['picture'] {
  if (/^https?:\/\/\S{1,2000}$/i.test(text)) return { kind: 'url', text };
  const base64 = text.replace(/^data:image\/\w+;base64,/, '');
  // A picture of an inspected message is shown as its length.
  return /^[A-Za-z0-9+/]{8}|^\[\d+ base64\]/.test(base64) ? { kind: 'base64', text: base64 } : null;
}

/** The first and last moment a camera can name. */
const LATEST_MS = Date.UTC(2200, 0, 1);

function timeOf(map: MessageMap, text: string, lotZone: string): Date | null {
  const zone = map.timeZone ?? lotZone;
  let atMs: number | null = null;
  if (map.timeFormat === 'seconds') atMs = Math.round(Number(text) * 1000);
  else if (map.timeFormat === 'milliseconds') atMs = Math.round(Number(text));
  else if (map.timeFormat === 'iso') atMs = isoOf(text, zone);
  else atMs = patternOf(text, map.timePattern ?? '', zone);
  return atMs !== null && atMs > 0 && atMs < LATEST_MS ? new Date(atMs) : null;
}

function isoOf(text: string, zone: string): number | null {
  const [, day, time, fraction = '', offset] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(\.\d{1,9})?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i.exec(text) ?? [];
  if (!day || !time) return null;
  if (offset) {
    const written = /^z$/i.test(offset)
      ? 'Z'
      : offset.replace(/^([+-]\d\d):?(\d\d)?$/, (_all, hours, rest = '00') => `${hours}:${rest}`);
    const atMs = Date.parse(`${day}T${time}${fraction.slice(0, 4)}${written}`);
    return Number.isNaN(atMs) ? null : atMs;
  }
  return wallOf(`${day}T${time}`, zone, fraction);
}

function wallOf(wall: string, zone: string, fraction: string): number | null {
  try {
    return instantOfWall(wall, zone) + Math.floor(Number(`0${fraction || '.0'}`) * 1000);
  } catch {
    return null;
  }
}

const PARTS: Readonly<Record<string, string>> = {
  yyyy: '(?<year>\\d{4})',
  MM: '(?<month>\\d{2})',
  dd: '(?<day>\\d{2})',
  HH: '(?<hour>\\d{2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  SSS: '(?<milli>\\d{3})',
};

/** Whether a notation names each part of a time once: year, month, day, hour and minute at least. */
export function isTimePattern(pattern: string): boolean {
  return (
    pattern.length <= 40 &&
    ['yyyy', 'MM', 'dd', 'HH', 'mm'].every((part) => pattern.split(part).length === 2) &&
    ['ss', 'SSS'].every((part) => pattern.split(part).length <= 2)
  );
}

function patternOf(text: string, pattern: string, zone: string): number | null {
  if (!isTimePattern(pattern)) return null;
  const source = pattern
    .split(/(yyyy|MM|dd|HH|mm|SSS|ss)/)
    .map((part) => PARTS[part] ?? part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('');
  const found = new RegExp(`^${source}$`).exec(text)?.groups;
  if (!found) return null;
  const { year, month, day, hour, minute, second = '00', milli } = found;
  return wallOf(`${year}-${month}-${day}T${hour}:${minute}:${second}`, zone, milli ? `.${milli}` : '');
}

/** Names under which makers send a value, likeliest first; compared without case and separators. */
const NAMES: Readonly<Record<MapPath, readonly string[]>> = {
  plate: [
    'platenumber',
    'licenseplate',
    'plateno',
    'platenum',
    'license',
    'plate',
    'carno',
    'carnumber',
    'number',
    'lpr',
  ],
  time: ['capturetime', 'snaptime', 'eventtime', 'passtime', 'timestamp', 'datetime', 'time', 'date', 'at'],
  confidence: ['plateconfidence', 'confidence', 'score', 'reliability', 'conf'],
  color: ['platecolor', 'licensecolor', 'platecolour', 'colour', 'color'],
  direction: ['direction', 'inout', 'passdirection', 'entryexit', 'way'],
  picture: [
    'fullpicture',
    'fullimage',
    'vehiclepic',
    'picture',
    'image',
    'snapshot',
    'photo',
    'pic',
    'jpeg',
    'imageurl',
    'pictureurl',
    'photourl',
  ],
  deviceId: ['serialno', 'serialnumber', 'serial', 'sn', 'deviceid', 'deviceno', 'devicesn', 'cameraid', 'camera'],
  eventId: ['eventid', 'recordid', 'uuid', 'guid', 'messageid', 'id'],
};

/** Suggests a map from the names and values of a message; paths it does not find are empty. */
export function suggestMap(message: unknown): MessageMap {
  const leaves = leavesOf(message);
  const taken = new Set<string>();
  const find = (name: MapPath, isFitting: (leaf: Leaf) => boolean = () => true): string | null => {
    for (const known of NAMES[name]) {
      const leaf = leaves.find(
        ({ path, value }) => !taken.has(path) && lastKey(path) === known && isFitting({ path, value }),
      );
      if (!leaf) continue;
      taken.add(leaf.path);
      return leaf.path;
    }
    return null;
  };
  const byValue = (isFitting: (leaf: Leaf) => boolean): string | null => {
    const leaf = leaves.find((one) => !taken.has(one.path) && isFitting(one));
    if (leaf) taken.add(leaf.path);
    return leaf?.path ?? null;
  };
  const plate =
    find('plate', ({ value }) => typeof value === 'string' && value.length <= 16) ?? byValue(looksLikePlate);
  const time = find('time', looksLikeTime) ?? byValue(looksLikeTime);
  const timeValue = time === null ? '' : valueAt(message, time);
  const confidence = find('confidence', ({ value }) => Number.isFinite(Number(value)));
  const confidenceValue = confidence === null ? 0 : Number(valueAt(message, confidence));
  const direction = find('direction');
  const found = {
    plate: plate ?? '',
    time: time ?? '',
    ...(formatOf(timeValue) ?? { timeFormat: 'iso', timePattern: null }),
    timeZone: null,
    confidence,
    confidenceScale: scaleOf(confidenceValue),
    color: find('color'),
    direction,
    entryWord: direction === null ? null : entryWordOf(valueAt(message, direction)),
    picture: find('picture', looksLikePicture) ?? byValue(looksLikePicture),
    deviceId: find('deviceId'),
    eventId: find('eventId'),
  } as const;
  return found as MessageMap;
}

const looksLikePlate = ({ value }: Leaf) =>
  typeof value === 'string' && isPlateReading(value) && /\p{Script=Han}/u.test(value);
const looksLikeTime = ({ value }: Leaf) => formatOf(value) !== null;
const looksLikePicture = ({ value }: Leaf) =>
  typeof value === 'string' &&
  (value.startsWith('data:image/') || value.length > 200 || /^\[\d+ base64\]/.test(value) || /\.jpe?g$/i.test(value)) &&
  pictureOf(value) !== null;

const lastKey = (path: string) =>
  (/([^.[\]]+)(?:\[\d+\])*$/.exec(path)?.[1] ?? '').replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

const scaleOf = (value: number): ConfidenceScale => {
  if (value > 100) return 'byte';
  return value > 0 && value <= 1 ? 'fraction' : 'percent';
};

const ENTRY_WORDS = new Set(['in', 'entry', 'enter', 'approach', 'forward', '进', '入', '进场', '入场', '驶入', '0']);

function entryWordOf(value: unknown): string {
  const text = `${value ?? ''}`.trim();
  return ENTRY_WORDS.has(text.toLowerCase()) ? text : 'in';
}

const PATTERNS = [
  'yyyy/MM/dd HH:mm:ss',
  'yyyyMMddHHmmss',
  'yyyyMMddHHmmssSSS',
  'yyyy-MM-dd HH:mm:ss:SSS',
  'dd/MM/yyyy HH:mm:ss',
];

/** How a value is written, where it is a time. */
function formatOf(value: unknown): { timeFormat: TimeFormat; timePattern: string | null } | null {
  const text = `${value ?? ''}`.trim();
  if (isoOf(text, 'UTC') !== null) return { timeFormat: 'iso', timePattern: null };
  if (/^1\d{9}(\.\d+)?$/.test(text)) return { timeFormat: 'seconds', timePattern: null };
  if (/^1\d{12}$/.test(text)) return { timeFormat: 'milliseconds', timePattern: null };
  const timePattern = PATTERNS.find((one) => patternOf(text, one, 'UTC') !== null);
  return timePattern ? { timeFormat: 'pattern', timePattern } : null;
}
