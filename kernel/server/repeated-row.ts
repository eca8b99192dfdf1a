import type { Field, Fields } from '../contract/field.ts';
import type { Language } from '../contract/label.ts';
import { kernelRefusal, Refusal, type RefusalRule } from '../contract/refusal.ts';
import type { Resource, Row } from '../contract/resource.ts';
import { wireName } from '../contract/wire.ts';

/** The code of PostgreSQL for a value that is there already. */
const UNIQUE_VIOLATION = '23505';

const columnOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The words of a value as a form shows it; null where it has none of its own. */
function wordsOf(field: Field, value: unknown, language: Language): string | null {
  if (value === null || value === undefined || typeof value === 'object') return null;
  if (field.kind === 'reference') return null;
  return field.choices?.[String(value)]?.[language] ?? String(value);
}

/**
 * A row that exists already as a refusal that names the fields which must differ, any other error as it is. Row-level security keeps
 * PostgreSQL from saying which values they are, so they are told from the name of the index.
 */
export function repeated(resource: Resource, row: Row<Resource>, language: Language, error: unknown): unknown {
  const { code, table, constraint } = error as { code?: string; table?: string; constraint?: string };
  if (code !== UNIQUE_VIOLATION || table !== resource.table || !constraint) return error;
  const values = row as Readonly<Record<string, unknown>>;
  const named = Object.entries(resource.fields as Fields).flatMap(([key, field]) => {
    const words = `_${constraint.replace(`${table}_`, '')}_`.includes(`_${columnOf(key)}_`)
      ? wordsOf(field, values[key], language)
      : null;
    return words === null ? [] : [{ key, field, words }];
  });
  const quote = (text: string) => (language === 'zh' ? `“${text}”` : `"${text}"`);
  const what =
    named.length > 0
      ? named
          .map(({ field, words }) =>
            language === 'zh' ? field.label.zh + quote(words) : `${field.label.en} ${quote(words)}`,
          )
          .join(language === 'zh' ? '、' : ', ')
      : quote(resource.subject(row));
  const rule: RefusalRule = kernelRefusal.duplicate;
  const said = (one: 'zh' | 'en') => rule[one].replace('{what}', what);
  const issues = named
    .slice(-1)
    .map(({ key, field }) => ({ path: wireName(key, field), zh: said('zh'), en: said('en') }));
  return new Refusal(rule, { what }, issues);
}
