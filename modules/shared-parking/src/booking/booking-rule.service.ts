import { formatYuan } from '@boyun/domain/money';
import { overstayHourFen, type ShareTerms } from '@boyun/domain/shared-parking';
import type { Words } from '@boyun/domain/words';

/** What was agreed in a booking, as drivers and staff read it. */
export function ruleWords(terms: ShareTerms): Words[] {
  const { freeCancelMinutes: free, lateRefundPercent: late, graceMinutes: grace, earlyMinutes: early } = terms;
  const over = formatYuan(overstayHourFen(terms));
  return [
    {
      zh: `开始前${free}分钟以上取消全额退款，之后到开始前退${late}%，开始后不退`,
      en: `Cancelled ${free} min before the start, all is refunded; later ${late}%; after the start nothing`,
    },
    {
      zh: `可提前${early}分钟入场；超过结束时间${grace}分钟以上，从结束时间起每小时${over}元`,
      en: `Let in ${early} min early. More than ${grace} min late, each hour after the end costs ${over}`,
    },
  ];
}
