import { formatYuan } from '../money.ts';
import type { Step, Text } from './tariff.ts';

/** An amount in words: '5元', '0.60元' in Chinese, '¥5' in English; other currencies by their code in both. */
export function moneyText(amountFen: number, currency = 'CNY'): Text {
  const yuan = formatYuan(amountFen).replace(/\.00$/, '');
  if (currency === 'CNY') return { zh: `${yuan}元`, en: `¥${yuan}` };
  const text = `${currency} ${yuan}`;
  return { zh: text, en: text };
}

/** A duration in words: '30分钟', '2小时', '1 h 30 min', '1 day'. */
export function durationText(minutes: number): Text {
  const whole = Math.floor(minutes / 60);
  const rest = minutes - whole * 60;
  if (whole === 0) return { zh: `${rest}分钟`, en: `${rest} min` };
  if (rest === 0) return { zh: `${whole}小时`, en: `${whole} h` };
  return { zh: `${whole}小时${rest}分钟`, en: `${whole} h ${rest} min` };
}

function unitsText(from: number, to: number): Text {
  if (from === to) return { zh: `第${to}个单位`, en: `unit ${to}` };
  return from === 1
    ? { zh: `前${to}个单位`, en: `first ${to} units` }
    : { zh: `第${from}至${to}个单位`, en: `units ${from} to ${to}` };
}

/** The stretch of the clock a step covers, in words; empty for a single endless step. */
export function stretchText(steps: readonly Step[], index: number): Text {
  const { upToMinutes, upToUnits } = steps[index] ?? {};
  const before = steps[index - 1];
  const units = before?.upToUnits ?? 0;
  if (upToUnits !== undefined && (before === undefined || units > 0)) return unitsText(units + 1, upToUnits);
  const end = upToMinutes === undefined ? undefined : durationText(upToMinutes);
  const start =
    units > 0 ? { zh: `第${units + 1}个单位起`, en: `from unit ${units + 1}` } : durationText(before?.upToMinutes ?? 0);
  if (before === undefined) return end ? { zh: `前${end.zh}`, en: `first ${end.en}` } : { zh: '', en: '' };
  if (upToUnits !== undefined)
    return { zh: `${start.zh}后至第${upToUnits}个单位`, en: `after ${start.en} up to unit ${upToUnits}` };
  if (units > 0)
    return end
      ? { zh: `${start.zh}至${end.zh}`, en: `${start.en} to ${end.en}` }
      : { zh: start.zh, en: `${start.en} on` };
  return end
    ? { zh: `${start.zh}至${end.zh}`, en: `${start.en} to ${end.en}` }
    : { zh: `${start.zh}后`, en: `after ${start.en}` };
}

/** The price of a step in words: '前1小时 5元', '3小时后 10元/30分钟'; a step of one unit names no unit. */
export function stepText(steps: readonly Step[], index: number, currency?: string): Text {
  const step = steps[index]!;
  const stretch = stretchText(steps, index);
  const price = moneyText(step.priceFen, currency);
  const text: Text = { zh: '免费', en: 'free' };
  if (step.priceFen !== 0) {
    if (step.unitMinutes === undefined) {
      text.zh = `${price.zh}/次`;
      text.en = `${price.en} once`;
    } else {
      const isBlock =
        step.upToMinutes !== undefined && step.upToMinutes - (steps[index - 1]?.upToMinutes ?? 0) === step.unitMinutes;
      const single: Record<number, Text> = { 1: { zh: '分钟', en: 'minute' }, 60: { zh: '小时', en: 'hour' } };
      const unit = single[step.unitMinutes] ?? durationText(step.unitMinutes);
      text.zh = isBlock ? price.zh : `${price.zh}/${unit.zh}`;
      text.en = isBlock ? price.en : `${price.en} per ${unit.en}`;
    }
  }
  return {
    zh: stretch.zh === '' ? text.zh : `${stretch.zh} ${text.zh}`,
    en: stretch.en === '' ? text.en : `${stretch.en} ${text.en}`,
  };
}
