import { reductionPayers, reductionSources } from '@boyun/domain/reduction';
import { reductionConflicts } from '@boyun/domain/reduction-conflict';
import { choice, group, instant, integer, list, money, operation, permission, text } from '@boyun/kernel/contract';

const words = { zh: text({ zh: '中文', en: 'In Chinese' }), en: text({ zh: '英文', en: 'In English' }) };

/**
 * Tries everything that reduces fees on example stays in each lot, alone and in pairs, and says what is odd: what never applies, what makes
 * stays free together, what another displaces.
 */
export const checkReductions = operation('check-reductions', {
  title: { zh: '优惠冲突检查', en: 'Check of reductions' },
  path: '/api/activity/checkReductions',
  access: permission('activity.check', { zh: '检查优惠冲突', en: 'Check reductions' }),
  input: {},
  output: {
    lotCount: integer({ zh: '车场', en: 'Lots' }),
    stayCount: integer({ zh: '示例停车', en: 'Example stays' }),
    reductionCount: integer({ zh: '优惠', en: 'Reductions' }),
    conflicts: list(
      { zh: '问题', en: 'Findings' },
      group(
        { zh: '问题', en: 'Finding' },
        {
          kind: choice({ zh: '类型', en: 'Kind' }, reductionConflicts),
          parties: list(
            { zh: '优惠', en: 'Reductions' },
            group(
              { zh: '优惠', en: 'Reduction' },
              { source: choice({ zh: '来源', en: 'Source' }, reductionSources), ...words },
            ),
          ),
          stayCount: integer({ zh: '示例停车数', en: 'Stays' }),
          lotName: text({ zh: '车场', en: 'Parking lot' }),
          timeZone: text({ zh: '时区', en: 'Time zone' }),
          enteredAt: instant({ zh: '入场', en: 'Entered' }),
          leftAt: instant({ zh: '离场', en: 'Left' }),
          feeFen: money({ zh: '停车费', en: 'Fee' }),
          lines: list(
            { zh: '优惠明细', en: 'Reductions' },
            group(
              { zh: '优惠', en: 'Reduction' },
              {
                ...words,
                payer: choice({ zh: '承担方', en: 'Borne by' }, reductionPayers),
                amountFen: money({ zh: '金额', en: 'Amount' }),
              },
            ),
          ),
          dueFen: money({ zh: '应付', en: 'Due' }),
        },
      ),
    ),
  },
  isRead: true,
});
