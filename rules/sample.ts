import { type Fields, sampleOf, wireName, writableFields } from '@boyun/kernel/contract';

/** Returns the resources that a set of fields refers to. */
export function referencesOf(fields: Fields): string[] {
  return Object.values(writableFields(fields)).flatMap((field) =>
    field.kind === 'reference' ? [field.to!] : field.item?.kind === 'reference' ? [field.item.to!] : [],
  );
}

/** Returns wire values none of which can be parsed. */
export function nonsenseOf(fields: Fields): Record<string, unknown> {
  const keys = Object.entries(writableFields(fields)).filter(([, field]) => field.kind !== 'json');
  return Object.fromEntries(
    keys.map(([key, field]) => [
      wireName(key, field),
      ['text', 'secret'].includes(field.kind) ? { not: 'a text' } : 'nonsense ☂',
    ]),
  );
}

/** Returns wire values whose texts contain an invalid part, and the wire names of those texts. */
export function unkeepableOf(fields: Fields, part: string): { body: Record<string, unknown>; names: string[] } {
  const texts = Object.entries(writableFields(fields)).filter(([, field]) =>
    ['text', 'secret', 'plate', 'json'].includes(field.kind),
  );
  const names = texts.map(([key, field]) => wireName(key, field));
  const bad = Object.fromEntries(texts.map(([key, field]) => [wireName(key, field), `粤B${part}`]));
  return { body: { ...sampleOf(fields), ...bad }, names };
}

/** Returns the key that a file uploaded by an account would have. */
export function uploadOf({ tenantId }: { readonly tenantId: number }): string {
  return `${tenantId}/upload/2026-03-15/sample.jpg`;
}
