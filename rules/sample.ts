import { type Fields, sampleOf, wireName, writableFields } from '@boyun/kernel/contract';

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

/** Wire values whose texts hold what no text can, and the wire names of those texts. */
export function unkeepableOf(fields: Fields, part: string): { body: Record<string, unknown>; names: string[] } {
  const texts = Object.entries(writableFields(fields)).filter(([, field]) =>
    ['text', 'secret', 'plate', 'json'].includes(field.kind),
  );
  const names = texts.map(([key, field]) => wireName(key, field));
  const bad = Object.fromEntries(texts.map(([key, field]) => [wireName(key, field), `粤B${part}`]));
  return { body: { ...sampleOf(fields), ...bad }, names };
}

/** The key a file uploaded by an account would have. */
export function uploadOf({ tenantId }: { readonly tenantId: number }): string {
  return `${tenantId}/upload/2026-03-15/sample.jpg`;
}
