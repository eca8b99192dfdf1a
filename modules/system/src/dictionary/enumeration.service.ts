import {
  type ChoiceTable,
  choiceValues,
  type Fields,
  type Label,
  type Language,
  type ModuleContract,
  wireName,
} from '@boyun/kernel/contract';

/** One value of an enumeration, and where it is used. */
export interface EnumerationRow {
  readonly id: string;
  readonly place: string;
  readonly field: string;
  readonly key: string;
  readonly value: string;
  readonly nameZh: string;
  readonly nameEn: string;
}

/** Returns the values of all choices declared by the modules; one used in several places is listed under the first. */
export function enumerationsOf(contracts: readonly ModuleContract[], language: Language): EnumerationRow[] {
  const seen = new Set<ChoiceTable>();
  const rows: EnumerationRow[] = [];
  const look = (title: Label, fields: Fields) => {
    for (const [key, field] of Object.entries(fields)) {
      if (field.fields) look(title, field.fields);
      if (field.item) look(title, { [key]: { ...field.item, label: field.label } });
      const { choices } = field;
      if (!choices || seen.has(choices)) continue;
      seen.add(choices);
      for (const value of choiceValues(choices)) {
        const { zh, en } = choices[value]!;
        const [place, name] = [title[language], field.label[language]];
        rows.push({
          id: `${rows.length + 1}`,
          place,
          field: name,
          key: wireName(key, field),
          value: String(value),
          nameZh: zh,
          nameEn: en,
        });
      }
    }
  };
  for (const { resources } of contracts) for (const one of resources) look(one.title, one.fields as Fields);
  for (const { reports } of contracts) for (const one of reports) look(one.title, { ...one.columns, ...one.filters });
  for (const { operations } of contracts)
    for (const one of operations) look(one.title, { ...one.input, ...one.output });
  return rows;
}
