import { plateColorLabel } from '@boyun/domain/plate';
import {
  choice,
  decimal,
  flag,
  group,
  instant,
  integer,
  json,
  list,
  money,
  operation,
  optional,
  reference,
  text,
} from '@boyun/kernel/contract';
import { vehicleKind, wallTime } from '../charge-example/charge-example.contract.ts';
import { chargeRule } from '../charge-rule/charge-rule.contract.ts';
import { ruleId, tariffData, versionNumber } from '../tariff-version/tariff-version.contract.ts';

/**
 * The tariff to try: one sent with the request, or a version of a rule (without a number the open one, otherwise the one
 * in force).
 */
const tried = { id: optional(ruleId), number: optional(versionNumber), tariff: optional(tariffData) };

const lines = list(
  { zh: '计费明细', en: 'Fee lines' },
  group(
    { zh: '计费明细', en: 'Fee line' },
    {
      from: instant({ zh: '开始时间', en: 'From' }),
      to: instant({ zh: '结束时间', en: 'Until' }),
      rule: text({ zh: '规则', en: 'Rule' }),
      units: decimal({ zh: '计费单元', en: 'Units' }),
      unitPriceFen: money({ zh: '单价', en: 'Unit price' }, { min: -1e12 }),
      amountFen: money({ zh: '金额', en: 'Amount' }, { min: -1e12 }),
      zh: text({ zh: '说明', en: 'In words (Chinese)' }, { max: 2000 }),
      en: text({ zh: '英文说明', en: 'In words' }, { max: 2000 }),
    },
  ),
);

/** Prices one stay by a tariff that need not be in force, using the tenant's holidays. */
export const simulateStay = operation('simulate-stay', {
  title: { zh: '试算停车费', en: 'Try a stay' },
  path: '/api/billRule/simulate',
  access: chargeRule.can.list,
  input: {
    ...tried,
    zone: optional(text({ zh: '时区', en: 'Time zone' }, { max: 64 })),
    stay: group(
      { zh: '停车', en: 'Stay' },
      {
        entry: wallTime({ zh: '入场时间', en: 'Entry' }),
        exit: wallTime({ zh: '离场时间', en: 'Exit' }),
        vehicleKind,
        plateColor: optional(choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel)),
        spotKind: optional(text({ zh: '车位类型', en: 'Spot kind' }, { max: 40 })),
        covered: list(
          { zh: '月卡覆盖', en: 'Covered by a pack' },
          group(
            { zh: '时段', en: 'Stretch' },
            { from: wallTime({ zh: '开始时间', en: 'From' }), to: wallTime({ zh: '结束时间', en: 'Until' }) },
          ),
          { max: 50 },
        ),
        paid: list(
          { zh: '已付', en: 'Paid before' },
          group(
            { zh: '付款', en: 'Payment' },
            { at: wallTime({ zh: '付款时间', en: 'Paid at' }), amountFen: money({ zh: '金额', en: 'Amount' }) },
          ),
          { max: 50 },
        ),
      },
    ),
  },
  output: {
    totalFen: money({ zh: '费用', en: 'Fee' }),
    paidFen: money({ zh: '已付', en: 'Paid' }),
    dueFen: money({ zh: '应付', en: 'Due' }),
    number: optional(versionNumber),
    lines,
  },
  isRead: true,
});

/** Checks a tariff for probable mistakes. */
export const lintVersion = operation('lint-version', {
  title: { zh: '检查收费规则', en: 'Check a charge rule' },
  path: '/api/billRule/lint',
  access: chargeRule.can.list,
  input: {
    ...tried,
    lotIds: list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
  },
  output: {
    findings: list(
      { zh: '检查结果', en: 'Findings' },
      group(
        { zh: '检查结果', en: 'Finding' },
        {
          severity: choice(
            { zh: '级别', en: 'Severity' },
            { error: { zh: '错误', en: 'Error', tone: 'bad' }, warning: { zh: '可疑', en: 'Warning', tone: 'warn' } },
          ),
          code: text({ zh: '代码', en: 'Code' }, { max: 64 }),
          path: text({ zh: '位置', en: 'Place' }, { min: 0, max: 200 }),
          zh: text({ zh: '说明', en: 'In words (Chinese)' }, { max: 2000 }),
          en: text({ zh: '英文说明', en: 'In words' }, { max: 2000 }),
          example: optional(json({ zh: '示例停车', en: 'A stay that shows it' })),
        },
      ),
    ),
  },
  isRead: true,
});

/** Prices every example of a rule by a tariff. */
export const checkExamples = operation('check-examples', {
  title: { zh: '核对示例', en: 'Check the examples' },
  path: '/api/billRule/checkExamples',
  access: chargeRule.can.list,
  input: { id: ruleId, number: optional(versionNumber), tariff: optional(tariffData) },
  output: {
    failedCount: integer({ zh: '不符', en: 'Failed' }),
    results: list(
      { zh: '核对结果', en: 'Results' },
      group(
        { zh: '核对结果', en: 'Result' },
        {
          exampleId: text({ zh: '编号', en: 'Id' }),
          name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
          expectedFen: money({ zh: '应收费用', en: 'Expected fee' }),
          gotFen: money({ zh: '试算费用', en: 'Fee by the tariff' }),
          isPassing: flag({ zh: '相符', en: 'As expected' }),
          lines,
        },
      ),
    ),
  },
  isRead: true,
});

/** The JSON Schema of a tariff, for programs that write tariffs. */
export const getTariffSchema = operation('get-tariff-schema', {
  title: { zh: '收费规则数据格式', en: 'Schema of a tariff' },
  path: '/api/billRule/getTariffSchema',
  access: chargeRule.can.list,
  input: {},
  output: { schema: json({ zh: '数据格式', en: 'JSON Schema' }) },
  isRead: true,
});
