import { formatYuan } from '@boyun/domain/money';
import { event, instant, type Label, lotPlaceholder, money, plate, rowId, text } from '@boyun/kernel/contract';

const fields = {
  bookingId: rowId({ zh: '共享订单', en: 'Booking' }),
  bookingNo: text({ zh: '预订号', en: 'Number' }, { max: 32 }),
  plate: plate(),
  spot: text({ zh: '车位', en: 'Spot' }, { max: 32 }),
  mobile: text({ zh: '手机号', en: 'Mobile' }, { max: 16 }),
  fromAt: instant({ zh: '开始', en: 'From' }),
  untilAt: instant({ zh: '结束', en: 'Until' }),
  state: text({ zh: '状态', en: 'State' }, { max: 16 }),
  amountFen: money({ zh: '金额', en: 'Amount' }),
};

const booking = (label: Label, tone: 'good' | 'info' | 'warn' | 'bad' | 'neutral' = 'info') => ({
  label,
  fields,
  timeline: ({ spot, amountFen }: { readonly spot: string; readonly amountFen: number }) => {
    const sum = amountFen > 0 ? ` ¥${formatYuan(amountFen)}` : '';
    return { zh: `${label.zh} ${spot}${sum}`, en: `${label.en}, ${spot}${sum}`, tone };
  },
});

/** A spot was booked and is to be paid. */
export const bookingMade = event(
  'shared-booking.made',
  booking({ zh: '提交共享预订', en: 'A shared spot was booked' }),
);
/** A booking was paid. */
export const bookingPaid = event(
  'shared-booking.paid',
  booking({ zh: '共享预订已支付', en: 'A booking was paid' }, 'good'),
);
/** A booking was not paid in time. */
export const bookingExpired = event(
  'shared-booking.expired',
  booking({ zh: '共享预订未支付，已释放', en: 'A booking was not paid in time' }, 'neutral'),
);
/** The car of a booking has left. */
export const bookingLeft = event(
  'shared-booking.left',
  booking({ zh: '共享车辆离场', en: 'The car of a booking has left' }, 'good'),
);
/** The car did not come. */
export const bookingMissed = event(
  'shared-booking.missed',
  booking({ zh: '共享预订未到场', en: 'A booking was missed' }, 'neutral'),
);
/** A booking was cancelled; the amount goes back. */
export const bookingCancelled = event(
  'shared-booking.cancelled',
  booking({ zh: '取消共享预订，退款', en: 'A booking was cancelled, refunded' }, 'neutral'),
);
/** A booking moved to another spot, because a stranger has taken its own. */
export const bookingMoved = event(
  'shared-booking.moved',
  booking({ zh: '车位被占，调换车位', en: 'The spot was taken, another was given' }, 'warn'),
);

/** The car has not left its shared spot in time. */
export const bookingOverstayed = event('shared-booking.overstayed', {
  label: { zh: '共享车辆超时未离场', en: 'A car overstays on a shared spot' },
  fields,
  timeline: ({ spot }) => ({ zh: `超时未离场 ${spot}`, en: `Overstays on ${spot}`, tone: 'bad' }),
  push: {
    message: 'reminder',
    placeholders: {
      lot: lotPlaceholder,
      plate: { label: { zh: '车牌', en: 'Plate' }, value: ({ plate: of }) => of },
      spot: { label: { zh: '车位', en: 'Spot' }, value: ({ spot }) => spot },
    },
    title: { zh: '共享车位超时', en: 'Overstay on a shared spot' },
    body: {
      zh: '{lot}{spot}车位的{plate}已超过预订时间，超时按小时计费，请尽快离场。',
      en: '{plate} stays longer on {spot} in {lot} than it is booked. Each further hour is charged.',
    },
    path: '/_cloud_share/order',
    mobile: ({ mobile }) => mobile,
  },
});

/** The provider did not return the money of a booking. */
export const bookingRefundFailed = event(
  'shared-booking.refund-failed',
  booking({ zh: '共享预订退款失败', en: 'The refund of a booking failed' }, 'bad'),
);
