import { choiceValues, type Field, type Fields } from './field.ts';
import { writableFields } from './resource.ts';
import { wireName } from './wire.ts';

/** An id that no row has. */
export const NOBODY = '01900000-0000-7000-8000-000000000000';

// One of these matches every pattern of the product's texts; add one when a new pattern matches none of them.
const TEXTS = [
  'Sample',
  '330106',
  '13800000000',
  'sample-1',
  'SAMPLE',
  '2026-03-15',
  '2026-03-15 09:00',
  'a',
  '#ffffff',
  '07:00-22:00',
  '08:00',
  'https://example.com',
  '2026-03',
  '2026-03-01',
  NOBODY,
  'page:Sample',
  'own:Sample',
  '91350100M000100Y43',
  '3040502020200000000',
  'sample@example.com',
  '1',
  '7523',
  '06:00=80 18:00=50',
  '1920×1080',
];

/** Ids by the name of their resource; `file` is the key of an uploaded file. */
export type Ids = ReadonlyMap<string, string>;

/** Returns wire values for the required fields; references come from `ids`, or else refer to nothing. */
export function sampleOf(
  fields: Fields,
  ids: Ids = new Map(),
  options: { isComplete?: boolean } = {},
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(writableFields(fields))) {
    // A default of the server is the best sample.
    if (field.byDefault !== undefined) continue;
    // An optional file would have to be uploaded first.
    if (!field.isOptional || (options.isComplete && field.kind !== 'file'))
      values[wireName(key, field)] = sampleValue(field, ids, options.isComplete);
  }
  return values;
}

/** Returns wire values of a response: every field has one, and a list is not empty. */
export function answerOf(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [wireName(key, field), answerValue(field)]));
}

/** Returns a sample wire value of a response. */
export function answerValue(field: Field): unknown {
  if (field.kind === 'list') return [answerValue(field.item!)];
  if (field.kind === 'group') return answerOf(field.fields!);
  if (field.kind === 'secret') return '******';
  if (field.kind === 'file') return '/api/file/1/upload/2026-03-15/sample.jpg?e=1773619200000&s=…';
  return field.byDefault === undefined || field.kind === 'money' ? sampleValue(field, new Map()) : field.byDefault;
}

function sampleValue(field: Field, ids: Ids, isComplete = false): unknown {
  switch (field.kind) {
    case 'file':
      return ids.get('file') ?? '1/upload/2026-03-15/sample.jpg';
    case 'text':
    case 'secret': {
      const texts = TEXTS.flatMap((text) => [text, text.padEnd(field.min ?? 1, '0')]);
      return texts.find((text) => field.schema.safeParse(text).success) ?? texts[0];
    }
    case 'integer':
    case 'decimal':
      return Math.max(field.min ?? 0, Math.min(field.max ?? 1, 1));
    case 'money':
      return '1.00';
    case 'flag':
      return false;
    case 'choice':
      return choiceValues(field.choices!)[0];
    case 'reference':
      return ids.get(field.to!) ?? NOBODY;
    case 'instant':
      return '2026-03-15T00:00:00Z';
    case 'day':
      return '2026-03-15';
    case 'plate':
      return '浙A12345';
    case 'list':
      return field.min || (isComplete && field.item?.kind === 'reference') ? [sampleValue(field.item!, ids)] : [];
    case 'group':
      return sampleOf(field.fields!, ids);
    case 'json':
      return field.isOptional && !field.schema.safeParse({}).success ? null : {};
  }
}
