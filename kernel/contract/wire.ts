import { formatYuan, parseYuan } from '@boyun/domain/money';
import { readClock } from '@boyun/domain/period';
import { normalizePlate } from '@boyun/domain/plate';
import type * as z from 'zod/mini';
import { isKeepable, isKeepableData, isPlainLine } from './characters.ts';
import { choiceValue, type Field, type Fields, type Values } from './field.ts';
import { isBoundedJson } from './json-bounds.ts';
import { isMaskedPhone, maskPhone, maskPhonesIn } from './phone.ts';
import type { Issue } from './refusal.ts';
import { parseWireTime } from './wire-time.ts';

/** Returns the wire name of a key: `perPage` → `PerPage`, `amountFen` → `Amount`. */
export function wireName(key: string, field?: Field): string {
  if (field?.wireName) return field.wireName;
  const bare = field?.kind === 'money' ? key.replace(/Fen$/, '') : key;
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

/** Conversions that need more than the field: file keys become signed addresses. */
export interface WireContext {
  /** IANA zone of wire times without a zone. */
  readonly zone: string;
  readonly signFile?: (key: string) => string;
  /** Returns the key of a file the caller may name, given as its key or its signed address; null when it may not. */
  readonly fileKey?: (given: string) => string | null;
  /** Phone numbers are masked for a reader without the permission to see them. */
  readonly hidesPhones?: boolean;
  /** Accepts masked phone numbers: a form sends back what it was shown, and the server restores the number. */
  readonly takesMaskedPhones?: boolean;
}

/** Converts values of code to their wire form; keys without a field are dropped, so that no column leaks by accident. */
export function encode(fields: Fields, values: Readonly<Record<string, unknown>>, context: WireContext): WireObject {
  const out: WireObject = {};
  for (const { key, field, name, label } of placesOf(fields)) {
    const value = values[key];
    if (value === undefined) continue;
    out[name] = encodeValue(field, value, context);
    const labelText = label && values[label.key];
    if (label && labelText !== undefined) out[label.name] = labelText;
  }
  return out;
}

export type WireObject = Record<string, unknown>;

/** Whether a field refers to other rows, to one or to several. */
export function isReferring({ kind, item }: Field): boolean {
  return kind === 'reference' || (kind === 'list' && item!.kind === 'reference');
}

/** Returns the key of the readable name of a reference, `lotId` → `lotName`, or of several, `lotIds` → `lotNames`. */
export function nameKey(key: string): string {
  return key.endsWith('Ids') ? `${key.slice(0, -3)}Names` : `${key.replace(/Id$/, '')}Name`;
}

function encodeValue(field: Field, value: unknown, context: WireContext): unknown {
  if (value === null) return null;
  switch (field.kind) {
    case 'money':
      return formatYuan(value as number);
    case 'instant':
      return value instanceof Date ? value.toISOString() : value;
    case 'secret':
      return '******';
    case 'file':
      return context.signFile ? context.signFile(value as string) : value;
    case 'text':
      return field.isPhone && context.hidesPhones ? maskPhone(value as string) : value;
    case 'json':
      return context.hidesPhones ? maskPhonesIn(value) : value;
    case 'list':
      return (value as unknown[]).map((item) => encodeValue(field.item!, item, context));
    case 'group':
      return encode(field.fields!, value as Record<string, unknown>, context);
    default:
      return value;
  }
}

export type Decoded<F extends Fields> =
  | { readonly ok: true; readonly values: Values<F> }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Reads wire input: coerces form strings by field, applies defaults, checks bounds; read-only fields are ignored. */
export function decode<F extends Fields>(fields: F, raw: unknown, context: WireContext): Decoded<F> {
  const issues: Issue[] = [];
  const values = decodeObject(fields, raw, context, '', issues, true);
  return issues.length > 0 ? { ok: false, issues } : { ok: true, values: values as Values<F> };
}

/** Reads a response of our own server: like `decode`, but accepts read-only fields and names of references, and trusts bounds. */
export function decodeAnswer<F extends Fields>(fields: F, raw: unknown): Values<F> {
  const values = decodeObject(fields, raw, { zone: 'UTC' }, '', [], false);
  return values as Values<F>;
}

interface Place {
  readonly key: string;
  readonly field: Field;
  readonly name: string;
  /** Position of a reference's readable name. */
  readonly label: { readonly key: string; readonly name: string } | null;
}

const places = new WeakMap<Fields, readonly Place[]>();

// Cached: lists of hundreds of rows are written and read by the same few fields.
function placesOf(fields: Fields): readonly Place[] {
  let known = places.get(fields);
  if (!known) {
    known = Object.entries(fields).map(([key, field]) => {
      const label = isReferring(field) ? { key: nameKey(key), name: wireName(nameKey(key)) } : null;
      return { key, field, name: wireName(key, field), label };
    });
    places.set(fields, known);
  }
  return known;
}

function decodeObject(
  fields: Fields,
  raw: unknown,
  context: WireContext,
  path: string,
  issues: Issue[],
  isInput: boolean,
): Record<string, unknown> {
  const source = raw !== null && typeof raw === 'object' ? (raw as Record<string, unknown>) : {};
  const values: Record<string, unknown> = {};
  const known = placesOf(fields);
  const names = new Set(known.map((one) => one.name));
  for (const { key, field, name, label } of known) {
    if (isInput && field.isReadOnly) continue;
    if (!isInput) {
      values[key] = name in source ? decodeValue(field, source[name], context, name, issues, false) : undefined;
      if (label) values[label.key] = source[label.name] ?? null;
      continue;
    }
    const here = path ? `${path}.${name}` : name;
    // The name in code is refused: `amountFen` would read an amount in fen as yuan.
    if (key !== name && key in source && hasMoney(field))
      issues.push(misnamed(field, path ? `${path}.${key}` : key, name));
    // The singular of a list is refused: ignored, an entry of one lot would hold in all.
    const single = name.replace(/s$/, '');
    if (field.kind === 'list' && isReferring(field) && single in source && !(name in source) && !names.has(single))
      issues.push(notAList(field, path ? `${path}.${single}` : single, name));
    values[key] = decodeValue(field, source[name], context, here, issues, true);
  }
  return values;
}

function hasMoney(field: Field): boolean {
  if (field.kind === 'money') return true;
  if (field.kind === 'list') return hasMoney(field.item!);
  return field.kind === 'group' && Object.values(field.fields!).some(hasMoney);
}

/** Issue for a name in code used instead of the wire name of a money field; other unknown names are ignored. */
function misnamed(field: Field, path: string, name: string): Issue {
  return {
    path,
    zh: `${field.label.zh}请以 ${name} 传入，单位为元`,
    en: `${field.label.en} is sent as ${name}, in yuan`,
  };
}

/** Issue for the name of one reference used instead of that of several. */
function notAList(field: Field, path: string, name: string): Issue {
  return {
    path,
    zh: `${field.label.zh}请以 ${name} 传入，为列表`,
    en: `${field.label.en} are sent as ${name}, a list`,
  };
}

function decodeValue(
  field: Field,
  given: unknown,
  context: WireContext,
  path: string,
  issues: Issue[],
  isInput: boolean,
): unknown {
  const isMissing = given === undefined || given === null || given === '';
  if (isMissing) {
    if (!isInput) return field.kind === 'text' ? given : null;
    if (field.byDefault !== undefined) return field.byDefault;
    if (field.isOptional) return null;
    if (field.kind === 'list' && !field.min) return [];
    if (field.kind === 'text' && field.min === 0) return '';
    issues.push({ path, zh: `${field.label.zh}不能为空`, en: `${field.label.en} is required` });
    return null;
  }
  if (field.kind === 'list') {
    const items = Array.isArray(given) ? given : [given];
    if (isInput && items.length > field.max!)
      issues.push({
        path,
        zh: `${field.label.zh}最多${field.max}项`,
        en: `${field.label.en}: at most ${field.max} entries`,
      });
    else if (isInput && items.length < field.min!)
      issues.push({
        path,
        zh: `${field.label.zh}至少${field.min}项`,
        en: `${field.label.en}: at least ${field.min} entries`,
      });
    else
      return items.map((item, index) => decodeValue(field.item!, item, context, `${path}[${index}]`, issues, isInput));
    return [];
  }
  if (field.kind === 'group') {
    if (typeof given !== 'object') {
      issues.push(wrong(field, path));
      return null;
    }
    return decodeObject(field.fields!, given, context, path, issues, isInput);
  }
  if (isInput && !hasGoodCharacters(field, given)) {
    issues.push({
      path,
      zh: `${field.label.zh}含有不允许的字符`,
      en: `${field.label.en} has characters that are not allowed`,
    });
    return null;
  }
  if (isInput && field.isPhone && context.takesMaskedPhones && isMaskedPhone(given)) return given;
  let value: unknown;
  try {
    // Form values are all text, so structured data arrives as JSON text.
    value =
      isInput && field.kind === 'json' && typeof given === 'string' ? jsonOf(given) : coerce(field, given, context);
  } catch {
    issues.push(wrong(field, path));
    return null;
  }
  if (!isInput) return value;
  // JSON text may contain such characters as escapes.
  if (field.kind === 'json' && typeof given === 'string' && !isKeepableData(value)) {
    issues.push(wrong(field, path));
    return null;
  }
  const result = field.schema.safeParse(value);
  if (!result.success) issues.push(explain(field, path, result.error.issues));
  return result.success ? result.data : null;
}

/** Whether a value contains only characters its field allows; the ends of a text, which are trimmed, count too. */
function hasGoodCharacters(field: Field, given: unknown): boolean {
  if (typeof given !== 'string') return field.kind !== 'json' || isKeepableData(given);
  const isLine = (field.kind === 'text' && !field.isLong) || field.kind === 'plate';
  return isLine ? isPlainLine(given.trim()) : isKeepable(given);
}

function jsonOf(given: string): unknown {
  if (!isBoundedJson(given)) throw new TypeError('nested too deep, or too many values');
  return JSON.parse(given);
}

function coerce(field: Field, given: unknown, context: WireContext): unknown {
  switch (field.kind) {
    case 'text':
    case 'secret':
    case 'reference':
    case 'day':
      if (typeof given === 'object') throw new TypeError('not a text');
      if (field.clock) return readClock(String(given)) ?? String(given).trim();
      return field.kind === 'secret' ? String(given) : String(given).trim();
    case 'file': {
      const key = context.fileKey ? context.fileKey(String(given)) : String(given);
      if (key === null) throw new TypeError('not a file of the caller');
      return key;
    }
    case 'plate':
      if (typeof given !== 'string') throw new TypeError('not a plate');
      return normalizePlate(given);
    case 'integer':
    case 'decimal':
      return toNumber(given);
    case 'money':
      return parseYuan(String(given));
    case 'flag':
      if (given === true || given === 'true' || given === '1' || given === 1) return true;
      if (given === false || given === 'false' || given === '0' || given === 0) return false;
      throw new TypeError('not a flag');
    case 'choice':
      return Object.hasOwn(field.choices!, String(given)) ? choiceValue(String(given)) : given;
    case 'instant':
      return given instanceof Date ? given : parseWireTime(String(given), context.zone);
    default:
      return given;
  }
}

function toNumber(given: unknown): number {
  const value = typeof given === 'number' ? given : typeof given === 'string' ? Number(given) : Number.NaN;
  if (!Number.isFinite(value)) throw new TypeError('not a number');
  return value;
}

const KIND_WORDS: Partial<Record<Field['kind'], { zh: string; en: string }>> = {
  integer: { zh: '须为整数', en: 'must be a whole number' },
  decimal: { zh: '须为数字', en: 'must be a number' },
  money: { zh: '须为金额，最多两位小数', en: 'must be an amount with at most two decimals' },
  flag: { zh: '须为是或否', en: 'must be yes or no' },
  choice: { zh: '不在可选范围内', en: 'is not one of the choices' },
  reference: { zh: '不是有效的编号', en: 'is not a valid id' },
  instant: { zh: '不是有效的时间', en: 'is not a valid time' },
  day: { zh: '不是有效的日期', en: 'is not a valid date' },
  plate: { zh: '不是有效的车牌', en: 'is not a valid plate' },
  file: { zh: '不是已上传的文件', en: 'is not an uploaded file' },
};

function wrong(field: Field, path: string): Issue {
  const words = KIND_WORDS[field.kind] ?? { zh: '格式不正确', en: 'is not of the right form' };
  return { path, zh: `${field.label.zh}${words.zh}`, en: `${field.label.en} ${words.en}` };
}

function explain(field: Field, path: string, found: readonly z.core.$ZodIssue[]): Issue {
  const code = found[0]?.code;
  if ((code === 'too_small' || code === 'too_big') && field.min !== undefined && field.max !== undefined) {
    const isText = field.kind === 'text' || field.kind === 'secret' || field.kind === 'plate';
    const [low, high] =
      field.kind === 'money' ? [formatYuan(field.min), formatYuan(field.max)] : [String(field.min), String(field.max)];
    return isText
      ? {
          path,
          zh: `${field.label.zh}长度须为${low === high ? low : `${low}至${high}`}个字符`,
          en: `${field.label.en} must have ${low === high ? low : `${low} to ${high}`} characters`,
        }
      : {
          path,
          zh: `${field.label.zh}须在${low}至${high}之间`,
          en: `${field.label.en} must be between ${low} and ${high}`,
        };
  }
  if (code === 'custom' && field.rule) return { path, zh: field.rule.zh, en: field.rule.en };
  if (code === 'custom' && field.kind === 'json' && found[0]?.message)
    return { path, zh: found[0].message, en: found[0].message };
  return wrong(field, path);
}
