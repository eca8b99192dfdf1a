import type { Tariff, Text } from './tariff.ts';

/** Places whose tariffs have a shape of their own. */
export const tariffPlaces = {
  mall: { zh: '商场', en: 'Mall' },
  office: { zh: '写字楼', en: 'Office' },
  residential: { zh: '小区', en: 'Residential' },
  roadside: { zh: '路边', en: 'Roadside' },
  hospital: { zh: '医院', en: 'Hospital' },
  station: { zh: '车站机场', en: 'Station, airport' },
  public: { zh: '公共停车场', en: 'Public car park' },
} as const satisfies Readonly<Record<string, Text>>;
/** A place by its key. */
export type TariffPlace = keyof typeof tariffPlaces;

/** A ready tariff to start from, with the zone its price notice is meant for. */
export type TariffTemplate = { id: string; name: Text; note: Text; place: TariffPlace; zone: string; tariff: Tariff };

/** Returns a template with the id and name of its tariff. */
export function template(zone: string, place: TariffPlace, note: Text, tariff: Tariff): TariffTemplate {
  return { id: tariff.id, name: tariff.name, note, place, zone, tariff };
}
