import type { Tariff, Text } from './tariff.ts';

/** A ready tariff to start from, with the zone its price notice is meant for. */
export type TariffTemplate = { id: string; name: Text; note: Text; zone: string; tariff: Tariff };

/** Makes a ready tariff of its parts; it takes the tariff's id and name. */
export function template(zone: string, note: Text, tariff: Tariff): TariffTemplate {
  return { id: tariff.id, name: tariff.name, note, zone, tariff };
}
