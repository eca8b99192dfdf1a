import { formatYuan } from '@boyun/domain/money';
import { choiceValues, type Field } from '../contract/field.ts';
import type { Label } from '../contract/label.ts';
import { needsColumn } from '../contract/resource.ts';

const FORMS: Partial<Record<Field['kind'], Label>> = {
  instant: { zh: '时间，如 2026-01-31 08:30:00', en: 'A time such as 2026-01-31 08:30:00' },
  day: { zh: '日期，如 2026-01-31', en: 'A day such as 2026-01-31' },
  plate: { zh: '车牌，如 粤B12345', en: 'A number plate such as 粤B12345' },
  flag: { zh: '填“是”或“否”', en: 'yes or no' },
  reference: { zh: '填写系统中已有的名称', en: 'The name of an existing entry' },
  integer: { zh: '整数', en: 'A whole number' },
  decimal: { zh: '数字', en: 'A number' },
  money: { zh: '金额（元），最多两位小数', en: 'An amount in yuan with at most two decimals' },
};

/** Describes in a few words what a field accepts, for people who fill in a template. */
export function fieldRule(field: Field): Label {
  const { kind, min, max, hint, item, byDefault } = field;
  const choices = field.choices ?? item?.choices;
  const parts: Label[] = [needsColumn(field) ? { zh: '必填', en: 'Required' } : { zh: '选填', en: 'Optional' }];
  const form = FORMS[item?.kind ?? kind];
  if (form) parts.push(form);
  if (item) parts.push({ zh: '多个以顿号或逗号分隔', en: 'Several values, separated by commas' });
  if (kind === 'text' && max !== undefined)
    parts.push(
      min && min > 1
        ? { zh: `${min}至${max}个字符`, en: `${min} to ${max} characters` }
        : { zh: `最多${max}个字符`, en: `At most ${max} characters` },
    );
  if (['integer', 'decimal', 'money'].includes(kind) && min !== undefined && max !== undefined) {
    const [low, high] = kind === 'money' ? [formatYuan(min), formatYuan(max)] : [min, max];
    parts.push({ zh: `${low}至${high}`, en: `${low} to ${high}` });
  }
  if (choices) {
    const labels = choiceValues(choices).map((one) => choices[one]!);
    parts.push({
      zh: `可选：${labels.map((one) => one.zh).join('、')}`,
      en: `One of: ${labels.map((one) => one.en).join(', ')}`,
    });
  }
  const isShown = byDefault !== undefined && ['text', 'integer', 'decimal', 'choice'].includes(kind);
  if (isShown) {
    const of = (language: 'zh' | 'en') => choices?.[byDefault as string]?.[language] ?? String(byDefault);
    parts.push({ zh: `不填时为${of('zh')}`, en: `${of('en')} if left empty` });
  }
  if (hint) parts.push(hint);
  return { zh: parts.map((one) => one.zh).join('；'), en: parts.map((one) => one.en).join('; ') };
}
