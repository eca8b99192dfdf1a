import { type Field, importableFields, needsColumn, type Resource } from '@boyun/kernel/contract';
import { Select } from 'antd';
import { useText } from '../language.ts';

type Mapping = Readonly<Record<string, string | null>>;

/** Returns the required fields that no column is mapped to. */
export function missingFields(of: Resource, mapping: Mapping): Field[] {
  const meant = new Set(Object.values(mapping));
  return Object.entries(importableFields(of.fields))
    .filter(([key, field]) => needsColumn(field) && !meant.has(key))
    .map(([, field]) => field);
}

/** Lets the user map each column of a file to a field, where the heads alone do not decide it. */
export function ImportMapping({
  of,
  heads,
  mapping,
  onChange,
}: {
  of: Resource;
  heads: readonly { readonly title: string }[];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}) {
  const t = useText();
  const fields = Object.entries(importableFields(of.fields));
  const missing = missingFields(of, mapping);
  const taken = new Set(Object.values(mapping));
  return (
    <>
      <p className="by-faint">
        {t({
          zh: '部分表头无法识别，请为每一列选择对应的字段；不需要的列选“忽略”。',
          en: 'Some headings are not recognised: choose a field for each column, or skip it.',
        })}
      </p>
      <div className="by-failed">
        <table>
          <thead>
            <tr>
              <th>{t({ zh: '文件中的列', en: 'File column' })}</th>
              <th>{t({ zh: '对应字段', en: 'Field' })}</th>
            </tr>
          </thead>
          <tbody>
            {heads.map(({ title }) => (
              <tr key={title}>
                <td>{title}</td>
                <td>
                  <Select
                    className="by-wide"
                    aria-label={title}
                    value={mapping[title] ?? ''}
                    options={[
                      { value: '', label: t({ zh: '忽略', en: 'Skip' }) },
                      ...fields.map(([key, field]) => ({
                        value: key,
                        label: `${t(field.label)}${field.isOptional || field.byDefault !== undefined ? '' : ' *'}`,
                        disabled: taken.has(key) && mapping[title] !== key,
                      })),
                    ]}
                    onChange={(key: string) => onChange({ ...mapping, [title]: key || null })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {missing.length > 0 && (
        <p className="by-import-missing" role="status">
          {t(
            { zh: '还缺少必填字段：{fields}', en: 'Required fields: {fields}' },
            {
              fields: missing.map((one) => t(one.label)).join(t({ zh: '、', en: ', ' })),
            },
          )}
        </p>
      )}
    </>
  );
}
