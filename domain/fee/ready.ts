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

/** The zone of the price notices of mainland China. */
export const shanghai = 'Asia/Shanghai';
/** The scope of a whole stay. */
export const perStay = { per: 'stay' } as const;
/** The scope of each 24 hours of a stay, from its entry. */
export const per24Hours = { per: 'hours', hours: 24 } as const;
/** The scope of each calendar day of the lot. */
export const perDay = { per: 'day' } as const;

/** A ready tariff to start from, with the zone its price notice is meant for. */
export type TariffTemplate = { id: string; name: Text; note: Text; place: TariffPlace; zone: string; tariff: Tariff };

/** Returns a template with the id and name of its tariff. */
export function template(zone: string, place: TariffPlace, note: Text, tariff: Tariff): TariffTemplate {
  return { id: tariff.id, name: tariff.name, note, place, zone, tariff };
}
