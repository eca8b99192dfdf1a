import { choiceValues, type Field, type Fields, wireName, writableFields } from '@boyun/kernel/contract';

/** An id that no row has. */
export const NOBODY = '01900000-0000-7000-8000-000000000000';

// One of these fits every pattern of the product's texts; add one when a new pattern takes none of them.
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
];

/** Ids by the name of the resource they belong to. */
export type Ids = ReadonlyMap<string, string>;

/** Wire values that satisfy the fields that must be given; references come from `ids`, else they lead nowhere. */
export function sampleOf(fields: Fields, ids: Ids, options: { isComplete?: boolean } = {}): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(writableFields(fields))) {
    // A value the server would fill in by itself is the best sample of it.
    if (field.byDefault !== undefined) continue;
    // A file is one that was uploaded before, which no sample can make up.
    if (!field.isOptional || (options.isComplete && field.kind !== 'file'))
      values[wireName(key, field)] = sampleValue(field, ids, options.isComplete);
  }
  return values;
}

function sampleValue(field: Field, ids: Ids, isComplete = false): unknown {
  switch (field.kind) {
    case 'text':
    case 'secret':
    case 'file': {
      const found = TEXTS.flatMap((text) => [text, text.padEnd(field.min ?? 1, '0')]).find(
        (text) => field.schema.safeParse(text).success,
      );
      if (found === undefined) throw new Error(`no text of rules/sample.ts fits the pattern of ${field.label.en}`);
      return found;
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
      return {};
  }
}

/** Whether a set of fields refers to rows, and to which. */
export function referencesOf(fields: Fields): string[] {
  return Object.values(writableFields(fields)).flatMap((field) =>
    field.kind === 'reference' ? [field.to!] : field.item?.kind === 'reference' ? [field.item.to!] : [],
  );
}

/** Wire values none of which can be read. */
export function nonsenseOf(fields: Fields): Record<string, unknown> {
  const keys = Object.entries(writableFields(fields)).filter(([, field]) => field.kind !== 'json');
  return Object.fromEntries(
    keys.map(([key, field]) => [
      wireName(key, field),
      ['text', 'secret'].includes(field.kind) ? { not: 'a text' } : 'nonsense ☂',
    ]),
  );
}
