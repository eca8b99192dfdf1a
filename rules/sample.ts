import { type Fields, type Ids, type Resource, sampleOf, wireName, writableFields } from '@boyun/kernel/contract';

const NO_VALUES = { Percent: null, Amount: null, Minutes: null, Price: null };
/** What the default choices of a table need besides its required fields, and what they refuse. */
const NEEDED: Readonly<Record<string, (ids: Ids) => object>> = {
  'inspection-plan': (ids) => ({ LotId: ids.get('lot'), RouteId: null, Items: 'Sample' }),
  'custom-time-discount': () => ({ ...NO_VALUES, Percent: 20 }),
  'fixed-amount': () => ({ DailyFrom: '22:00', DailyTo: '07:00' }),
  coupon: () => ({ ...NO_VALUES, Amount: '5.00', ValidUntil: null, ValidDays: 30 }),
  merchant: () => ({ Limit: null }),
  'bill-source': () => ({ Channel: 'qr', AmountColumn: 'Amount', DateColumn: 'Date' }),
  'pay-channel': () => ({ AcquirerNo: null }),
  'sub-merchant': () => ({ SharePercent: 30, Tiers: null, Rent: null }),
  unit: () => ({ HasPaidVisits: true, ValidUntil: null }),
  'vip-group': () => ({ ...NO_VALUES, Effect: 'free' }),
  screen: () => ({
    Kind: 'guidance',
    LaneId: null,
    Route: 'tcp',
    Address: 'screen.example.com',
    Port: 5005,
    BrightnessPlan: null,
  }),
  'merchant-discount': () => ({ ...NO_VALUES, Minutes: 60, Reserve: '5.00' }),
};

/** Returns wire values of a row that is not refused for what its choices need. */
export function plainRowOf(
  resource: Resource,
  ids: Ids,
  options: { isComplete?: boolean } = {},
): Record<string, unknown> {
  const { fields } = resource as { fields: Fields };
  const names = new Set(Object.entries(fields).map(([key, field]) => wireName(key, field)));
  const needed = Object.entries(NEEDED[resource.name]?.(ids) ?? {}).filter(([name]) => names.has(name));
  return { ...sampleOf(fields, ids, options), ...Object.fromEntries(needed) };
}

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
