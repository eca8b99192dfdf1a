import { pattern } from '@boyun/domain/pattern';
// The small build of zod: list pages load it and use little of it.
import * as z from 'zod/mini';
import type { Label } from './label.ts';
import type { WordList } from './word-list.ts';

// Compiling schemas uses `new Function`, which the pages' Content-Security-Policy blocks; even an attempt is reported.
if (!('process' in globalThis)) z.config({ jitless: true });

export type FieldKind =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'flag'
  | 'choice'
  | 'reference'
  | 'instant'
  | 'day'
  | 'plate'
  | 'secret'
  | 'file'
  | 'list'
  | 'group'
  | 'json';

/** Colour of a choice's state dot, the same on every page. */
export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad';
export type ChoiceTable = Readonly<Record<string | number, Label & { readonly tone?: Tone }>>;

/**
 * One value on the wire: its label, its bounds, and everything the server, the page and the OpenAPI document derive from it. In code the
 * key is camelCase; on the wire PascalCase, and `…Fen` becomes a yuan string without the suffix.
 */
export interface Field<T = unknown> {
  readonly kind: FieldKind;
  readonly label: Label;
  readonly schema: z.ZodMiniType<T>;
  /** The value may be null; an empty string or a missing key on the wire means null. */
  readonly isOptional: boolean;
  /** The meaning of an empty value, where it has one: all lots, no end. */
  readonly whenEmpty?: Label;
  /** Set by the server; ignored in input. */
  readonly isReadOnly: boolean;
  readonly hint?: Label;
  readonly max?: number;
  readonly min?: number;
  /** The list in the tenant's dictionary that suggests words for it. */
  readonly words?: WordList;
  /** Labels of the usual values of a text; other values are shown as they are. */
  readonly labels?: Readonly<Record<string, Label>>;
  /** The id of a row. */
  readonly isRowId?: boolean;
  /** A person's phone number: masked for readers without the permission to see it in full. */
  readonly isPhone?: boolean;
  /** A flag that says whether something is in use; shown as that state. */
  readonly isInUse?: boolean;
  /** Text that is a month, `2026-03`. */
  readonly isMonth?: boolean;
  /** Text that is a time of day, `08:00`; `end` may be 24:00. */
  readonly clock?: 'time' | 'end';
  /** Multi-line text. */
  readonly isLong?: boolean;
  /** Name on the wire, where the product spec spells it differently. */
  readonly wireName?: string;
  readonly choices?: ChoiceTable;
  /** Name of the resource a reference points to. */
  readonly to?: string;
  readonly item?: Field;
  readonly fields?: Fields;
  readonly byDefault?: T;
  /** A rule of the pattern library that the value must match, with the message for a mismatch. */
  readonly rule?: Rule;
}

interface Rule extends Label {
  readonly isValid: (text: string) => boolean;
}

export type Fields = Readonly<Record<string, Field>>;

/** The values of a set of fields, as typed in code. */
export type Values<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

interface Common<T> {
  readonly hint?: Label;
  readonly wireName?: string;
  readonly byDefault?: T;
}

function field<T>(kind: FieldKind, label: Label, schema: z.ZodMiniType<T>, more: Partial<Field<T>> = {}): Field<T> {
  return { kind, label, schema, isOptional: false, isReadOnly: false, ...more };
}

/** A line of text; `max` defaults to 255 characters. */
export function text(
  label: Label,
  options: Common<string> & {
    min?: number;
    max?: number;
    pattern?: RegExp;
    rule?: Rule;
    isLong?: boolean;
    words?: WordList;
    labels?: Readonly<Record<string, Label>>;
  } = {},
): Field<string> {
  const { min = 1, max = 255, pattern, rule } = options;
  const bounds = [z.minLength(min), z.maxLength(max)] as const;
  const form = rule ? [z.refine<string>(rule.isValid)] : pattern ? [z.regex(pattern)] : [];
  const schema = z.string().check(...bounds, ...form);
  return field('text', label, schema, { ...options, min, max });
}

/** The phone number of a person; masked for readers without the permission `phone.view`. */
export function phone(label: Label, options: Parameters<typeof text>[1] = {}): Field<string> {
  return { ...text(label, options), isPhone: true };
}

/** A short note on a record. */
export const remark: Field<string | null> = optional(
  text({ zh: '备注', en: 'Remark' }, { max: 32, rule: pattern.remark }),
);

/** What a thing is, or what is to be known about it. */
export const description: Field<string | null> = optional(
  text({ zh: '描述', en: 'Description' }, { max: 512, rule: pattern.description, isLong: true }),
);

/** A month of the calendar, `2026-03`. */
export function month(label: Label): Field<string> {
  return { ...text(label, { max: 7, pattern: /^\d{4}-(0[1-9]|1[0-2])$/ }), isMonth: true };
}

/** A time of day `08:00`, normalised on input (8:00, 0800); `isEnd` allows the end of the day, 24:00. */
export function clock(label: Label, options: Common<string> & { isEnd?: boolean } = {}): Field<string> {
  const { isEnd, ...more } = options;
  const pattern = isEnd ? /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/ : /^([01]\d|2[0-3]):[0-5]\d$/;
  return { ...text(label, { ...more, max: 5, pattern }), clock: isEnd ? 'end' : 'time' };
}

/** A whole number within bounds (default 0 … 1,000,000,000). */
export function integer(label: Label, options: Common<number> & { min?: number; max?: number } = {}): Field<number> {
  const { min = 0, max = 1_000_000_000 } = options;
  return field('integer', label, z.int().check(z.minimum(min), z.maximum(max)), { ...options, min, max });
}

/** A number that is not money: a confidence, a coordinate. */
export function decimal(
  label: Label,
  options: Common<number> & { min?: number; max?: number; rule?: Rule } = {},
): Field<number> {
  const { min = -1e9, max = 1e9, rule } = options;
  const form = rule ? [z.refine<number>((value) => rule.isValid(String(value)))] : [];
  return field('decimal', label, z.number().check(z.minimum(min), z.maximum(max), ...form), { ...options, min, max });
}

/** Money: integer fen in code under a key ending in `Fen`, a yuan string with two decimals on the wire. */
export function money(label: Label, options: Common<number> & { min?: number; max?: number } = {}): Field<number> {
  const { min = 0, max = 100_000_000_00 } = options;
  return field('money', label, z.int().check(z.minimum(min), z.maximum(max)), { ...options, min, max });
}

/** A boolean. */
export function flag(label: Label, options: Common<boolean> = {}): Field<boolean> {
  return field('flag', label, z.boolean(), options);
}

/** Whether something is in use, as opposed to kept but disabled. */
export const inUse: Field<boolean> = field('flag', { zh: '启用', en: 'In use' }, z.boolean(), {
  byDefault: true,
  isInUse: true,
});

/** One value of a closed table; numeric keys stay numbers. */
export function choice<T extends ChoiceTable>(label: Label, choices: T, options: Common<keyof T> = {}): Field<keyof T> {
  // Evaluated for each value: higher modules may add to the table while the program starts.
  const schema = z.custom<keyof T>((value) => choiceValues(choices).includes(value as string | number));
  return field<keyof T>('choice', label, schema, { ...options, choices });
}

/** Returns the values of a choice table, numbers where the keys are numbers. */
export function choiceValues(choices: ChoiceTable): (string | number)[] {
  return Object.keys(choices).map(choiceValue);
}

/** Returns the value of a choice table's key. */
export function choiceValue(key: string): string | number {
  return /^-?\d+$/.test(key) ? Number(key) : key;
}

/** The form of ids of rows. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a row that no declared resource names; lists do not show it. */
export function rowId(label: Label): Field<string> {
  return { ...text(label, { max: 36, pattern: UUID }), isRowId: true };
}

/** The id of a row of another resource, named by that resource. */
export function reference(label: Label, to: string, options: Common<string> = {}): Field<string> {
  return field('reference', label, z.uuid(), { ...options, to });
}

/** An instant: `Date` in code, ISO 8601 in UTC on the wire; a wire time without a zone is in the tenant's zone. */
export function instant(label: Label, options: Common<Date> = {}): Field<Date> {
  return field('instant', label, z.date(), options);
}

/** A calendar day `YYYY-MM-DD` in the lot's zone. */
export function day(label: Label, options: Common<string> = {}): Field<string> {
  return field('day', label, z.iso.date(), options);
}

/** A number plate, normalised on input (upper case, no spaces or dots). */
export function plate(label: Label = { zh: '车牌', en: 'Plate' }, options: Common<string> = {}): Field<string> {
  return field('plate', label, z.string().check(z.minLength(1), z.maxLength(16)), { ...options, min: 1, max: 16 });
}

/** A write-only value: in output it is null or masked. */
export function secret(label: Label, options: Common<string> & { min?: number; max?: number } = {}): Field<string> {
  const { min = 1, max = 512 } = options;
  return field('secret', label, z.string().check(z.minLength(min), z.maxLength(max)), { ...options, min, max });
}

/** The key of a stored file; in output it becomes a signed address. */
export function file(label: Label, options: Common<string> = {}): Field<string> {
  return field('file', label, z.string().check(z.maxLength(200)), options);
}

/** Several values of one field. */
export function list<T>(label: Label, item: Field<T>, options: { max?: number; min?: number } = {}): Field<T[]> {
  const { max = 1000, min = 0 } = options;
  return field('list', label, z.array(item.schema).check(z.minLength(min), z.maxLength(max)), { item, max, min });
}

/** Several fields under one key. */
export function group<F extends Fields>(label: Label, fields: F): Field<Values<F>> {
  return field('group', label, schemaOf(fields) as unknown as z.ZodMiniType<Values<F>>, { fields });
}

/** Data with its own schema (a tariff, a difference): passed through with its keys unchanged. */
export function json<T = unknown>(label: Label, schema: z.ZodMiniType<T> = z.unknown() as z.ZodMiniType<T>): Field<T> {
  return field('json', label, schema);
}

/** Returns the same field, allowed to be empty (null); pages then show `whenEmpty`. */
export function optional<T>(inner: Field<T>, whenEmpty?: Label): Field<T | null> {
  return { ...inner, schema: z.nullable(inner.schema), isOptional: true, whenEmpty } as Field<T | null>;
}

/** Returns the same field, set by the server only. */
export function readOnly<T>(inner: Field<T>): Field<T> {
  return { ...inner, isReadOnly: true };
}

/** Returns the zod object that checks the decoded values of a set of fields. */
export function schemaOf(fields: Fields): z.ZodMiniObject {
  return z.object(Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, one.schema])));
}
