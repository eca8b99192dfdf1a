import type { Tariff, Text } from './tariff.ts';

/** A ready tariff to start from, with the zone its price notice is meant for. */
export type TariffTemplate = { id: string; name: Text; note: Text; zone: string; tariff: Tariff };

/** Returns a template with the id and name of its tariff. */
export function template(zone: string, note: Text, tariff: Tariff): TariffTemplate {
  return { id: tariff.id, name: tariff.name, note, zone, tariff };
}
