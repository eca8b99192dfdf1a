import { z } from 'zod';
import type { Step, Tariff } from './tariff.ts';

/** A problem of a tariff: where ('plans.0.windows.1.from') and why, in both languages. */
export type TariffIssue = { path: string; zh: string; en: string };

/** Packs both languages of our own issues into one message for zod. */
function say(zh: string, en: string): string {
  return `${zh}\n${en}`;
}

// Control characters and unpaired surrogates cannot be stored or shown; those that turn the direction of a text hide what it says.
const plain = (max: number) =>
  z
    .string()
    .max(max)
    .regex(
      /^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*[^\p{Cc}\p{Cs}\p{Bidi_Control}\s][^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u,
      say('须为可显示的文字，不能为空', 'Words that can be shown, not empty'),
    );
const text = z.strictObject({ zh: plain(64), en: plain(64) });
const id = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,39}$/,
    say('编号须为小写字母开头的字母、数字、短横', 'An id is lower-case letters, digits and dashes, letter first'),
  );
const clockTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, say('时间须为 HH:MM', 'A time is HH:MM'));
const yearDay = z
  .string()
  .regex(
    /^((0[1-9]|1[0-2])-(0[1-9]|[12]\d)|(0[13-9]|1[0-2])-30|(0[13578]|1[02])-31)$/,
    say('日期须为 MM-DD', 'A day of the year is MM-DD'),
  );
// Ten million yuan for limits, a million for prices: far above any, low enough for exact sums over a hundred years.
const amountFen = z.int().min(0).max(1_000_000_000);
const priceFen = z.int().min(0).max(100_000_000);
// Ten thousand yuan.
const mostFenPerMinute = 1_000_000;
const minutes = z.int().min(1).max(5_256_000);
const season = z.strictObject({ from: yearDay, to: yearDay });
const dayKind = z.enum(['workday', 'weekend', 'holiday']);
const dayChoice = z.enum([
  ...dayKind.options,
  'before-workday',
  'before-weekend',
  'before-holiday',
  'mon',
  'tue',
  'wed',
  'thu',
  'fri',
  'sat',
  'sun',
]);
const days = z.array(dayChoice).min(1).max(13);
const perHours = z.strictObject({ per: z.literal('hours'), hours: z.int().min(1).max(8760) });
const perDay = z.strictObject({
  per: z.literal('day'),
  days: z.int().min(1).max(366).optional(),
  startsAt: clockTime.optional(),
});
const scope = z.discriminatedUnion('per', [
  z.strictObject({ per: z.literal('stay') }),
  perHours,
  perDay,
  z.strictObject({ per: z.literal('window') }),
]);
const border = z.enum(['split', 'start', 'carry']);
const step = z.strictObject({
  upToMinutes: minutes.optional(),
  upToUnits: z.int().min(1).max(10_000).optional(),
  unitMinutes: minutes.optional(),
  priceFen,
  part: z.union([z.enum(['whole', 'none', 'share']), z.strictObject({ fromMinutes: minutes })]).optional(),
  finishesUnit: z.boolean().optional(),
  border: border.optional(),
});
/** Refuses steps that end before the one before, or that cannot be counted in units. */
function checkSteps(steps: readonly Step[], context: z.RefinementCtx): void {
  const refuse = (i: number, key: string, zh: string, en: string) =>
    context.addIssue({ code: 'custom', path: ['steps', i, key], message: say(zh, en) });
  let end = 0;
  let units = 0;
  for (const [i, s] of steps.entries()) {
    const isEndless = s.upToMinutes === undefined && s.upToUnits === undefined;
    if (isEndless && i < steps.length - 1)
      refuse(i, 'upToMinutes', '只有最后一级可以不设上限', 'Only the last step may have no end');
    if (s.upToMinutes !== undefined && s.upToMinutes <= end)
      refuse(i, 'upToMinutes', '每一级的上限须大于前一级', 'Each step ends later than the one before');
    if (s.upToUnits !== undefined && s.upToUnits <= units)
      refuse(i, 'upToUnits', '每一级的上限须大于前一级', 'Each step ends later than the one before');
    if (s.upToUnits !== undefined && s.upToMinutes !== undefined)
      refuse(i, 'upToUnits', '上限只能是时长或单位数之一', 'A step ends by time or by units, not both');
    if (s.upToUnits !== undefined && (s.unitMinutes === undefined || s.part === 'share'))
      refuse(i, 'upToUnits', '按单位数设上限须有整计的计费单位', 'Counting units needs units that are charged whole');
    if (s.finishesUnit !== undefined && s.unitMinutes === undefined)
      refuse(i, 'finishesUnit', '整级一次的没有计费单位', 'A step at one price has no units');
    const minutes = s.unitMinutes ?? (s.upToMinutes === undefined ? Infinity : s.upToMinutes - end);
    if (s.priceFen > mostFenPerMinute * Math.max(1, minutes))
      refuse(i, 'priceFen', '单价不得高于每分钟10000元', 'A price is at most 10,000 yuan a minute');
    end = s.upToMinutes ?? end;
    units = s.upToUnits ?? units;
  }
}

const window = z
  .strictObject({
    id,
    name: text.optional(),
    from: clockTime.optional(),
    to: clockTime.optional(),
    days: days.optional(),
    season: season.optional(),
    steps: z.array(step).max(50),
  })
  .superRefine((value, context) => {
    if ((value.from === undefined) !== (value.to === undefined)) {
      context.addIssue({
        code: 'custom',
        path: ['to'],
        message: say('起止时间须同时填写', 'Give both times or neither'),
      });
    }
    if (value.from === '24:00')
      context.addIssue({
        code: 'custom',
        path: ['from'],
        message: say('开始时间须早于24:00', 'A window begins before 24:00'),
      });
    checkSteps(value.steps, context);
  });
const when = z.strictObject({
  vehicleKinds: z.array(plain(40)).min(1).max(50).optional(),
  plateColors: z.array(z.int().min(0).max(6)).min(1).max(7).optional(),
  spotKinds: z.array(plain(40)).min(1).max(50).optional(),
  entryDays: days.optional(),
  season: season.optional(),
  enteredBetween: z.strictObject({ from: clockTime, to: clockTime }).optional(),
  atMostMinutes: minutes.optional(),
  leftBy: z.strictObject({ at: clockTime, nth: z.int().min(1).max(366).optional() }).optional(),
});

function unique(items: readonly { id: string }[] | undefined, path: string, context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [i, item] of (items ?? []).entries()) {
    if (seen.has(item.id))
      context.addIssue({ code: 'custom', path: [path, i, 'id'], message: say('编号重复', 'This id is used twice') });
    seen.add(item.id);
  }
}

const nth = (message: string) =>
  z
    .strictObject({ from: z.int().min(1).max(366).optional(), to: z.int().min(1).max(366).optional() })
    .refine(({ from = 1, to = 366 }) => from <= to, { path: ['to'], message });

const plan = z
  .strictObject({
    id,
    name: text.optional(),
    when: when.optional(),
    free: z
      .strictObject({
        minutes,
        deduct: z.boolean(),
        scope,
        counts: z.enum(['all', 'charged']).optional(),
        sharing: z.enum(['none', 'pool', 'once']).optional(),
      })
      .optional(),
    windows: z.array(window).max(20),
    clock: z.strictObject({ counts: z.enum(['all', 'charged', 'window']), restart: scope }).optional(),
    border: border.optional(),
    cut: z.discriminatedUnion('per', [perHours, perDay]).optional(),
    caps: z
      .array(
        z.strictObject({
          id,
          name: text.optional(),
          amountFen,
          scope,
          windows: z.array(z.string()).min(1).max(20).optional(),
          isShared: z.boolean().optional(),
          nth: nth(say('末段不能早于首段', 'The last stretch may not come before the first')).optional(),
        }),
      )
      .max(20)
      .optional(),
    whole: z
      .strictObject({
        hours: z.int().min(1).max(8760),
        amountFen: priceFen,
        rest: z.enum(['restart', 'continue']).optional(),
      })
      .optional(),
    marks: z
      .array(
        z.strictObject({
          id,
          name: text.optional(),
          at: z.union([z.literal('entry'), clockTime]),
          amountFen: priceFen,
          days: days.optional(),
          includesExit: z.boolean().optional(),
          nth: nth(say('末次不能早于首次', 'The last time may not come before the first')).optional(),
        }),
      )
      .max(20)
      .optional(),
    minimumFen: amountFen.optional(),
    percent: z.int().min(0).max(1000).optional(),
  })
  .superRefine((value, context) => {
    unique(value.windows, 'windows', context);
    unique(value.caps, 'caps', context);
    unique(value.marks, 'marks', context);
    for (const [i, mark] of (value.marks ?? []).entries()) {
      if (mark.at !== 'entry') continue;
      const message = say('只有停过某一时刻的收费可以指定', 'Only for an amount at a time of day');
      for (const key of ['includesExit', 'nth'] as const)
        if (mark[key] !== undefined) context.addIssue({ code: 'custom', path: ['marks', i, key], message });
    }
    for (const [i, cap] of (value.caps ?? []).entries()) {
      if (cap.nth && cap.scope.per !== 'hours' && cap.scope.per !== 'day') {
        const message = say(
          '只有按小时段或自然日的封顶可以指定第几段',
          'Only caps per hours or per day can name their stretches',
        );
        context.addIssue({ code: 'custom', path: ['caps', i, 'nth'], message });
      }
      for (const [j, name] of (cap.windows ?? []).entries()) {
        if (value.windows.some((w) => w.id === name)) continue;
        const message = say(`没有时段“${name}”`, `There is no window '${name}'`);
        context.addIssue({ code: 'custom', path: ['caps', i, 'windows', j], message });
      }
    }
  });

const tariff = z
  .strictObject({
    id,
    version: z.int().min(1).max(1_000_000),
    name: text,
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, say('币种须为三个大写字母', 'A currency is three capital letters'))
      .optional(),
    seconds: z.enum(['count', 'drop']).optional(),
    versionBy: z.enum(['entry', 'exit']).optional(),
    plans: z.array(plan).min(1).max(50),
    linking: z
      .discriminatedUnion('by', [
        z.strictObject({ by: z.literal('gap'), minutes }),
        z.strictObject({ by: z.literal('day') }),
      ])
      .optional(),
    grace: z
      .strictObject({
        minutes: z.int().min(0).max(1440),
        beyond: z.enum(['difference', 'from-payment', 'from-grace-end']),
      })
      .optional(),
    rounding: z
      .strictObject({ toFen: z.int().min(1).max(100_000), mode: z.enum(['up', 'down', 'nearest']) })
      .optional(),
  })
  .superRefine((value, context) => unique(value.plans, 'plans', context)) satisfies z.ZodType<Tariff>;

/** The published schema of a tariff as JSON Schema (draft 2020-12). */
export function tariffJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(tariff) as Record<string, unknown>;
}

function wordsOf(issue: z.core.$ZodIssue): { zh: string; en: string } {
  const [zh, en] = issue.message.split('\n');
  if (zh !== undefined && en !== undefined) return { zh, en };
  switch (issue.code) {
    case 'invalid_type':
      return { zh: `类型不对，应为 ${issue.expected}`, en: issue.message };
    case 'too_small':
      return { zh: `不得小于（少于）${issue.minimum}`, en: issue.message };
    case 'too_big':
      return { zh: `不得大于（多于）${issue.maximum}`, en: issue.message };
    case 'unrecognized_keys':
      return { zh: `不认识的字段：${issue.keys.join('、')}`, en: issue.message };
    case 'invalid_value':
      return { zh: `须为其中之一：${issue.values.join('、')}`, en: issue.message };
    default:
      return { zh: '内容不符合格式', en: issue.message };
  }
}

/** Validates unknown data against the published schema; returns the tariff, or the list of issues. */
export function parseTariff(data: unknown): Tariff | TariffIssue[] {
  const result = tariff.safeParse(data);
  if (result.success) return result.data;
  return result.error.issues.map((issue) => ({ path: issue.path.join('.'), ...wordsOf(issue) }));
}
