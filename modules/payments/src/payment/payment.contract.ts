import { plateColorLabel } from '@boyun/domain/plate';
import {
  choice,
  file,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import { PayChannel, PaymentPurpose, PaymentState, PayScene } from '@boyun/money/contract';

/** All payments and refunds; refunds have negative amounts. */
export const paymentList = report('payment', {
  title: { zh: '支付流水', en: 'Payments' },
  path: '/api/payment/getPaymentPage',
  access: permission('payment.list', { zh: '查看支付流水', en: 'View: Payments' }),
  alwaysSortable: ['createdAt'],
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    channel: optional(choice({ zh: '支付方式', en: 'Pay method' }, PayChannel)),
    scene: optional(choice({ zh: '支付场景', en: 'How it was paid' }, PayScene)),
    state: optional(choice({ zh: '状态', en: 'State' }, PaymentState)),
    purpose: optional(choice({ zh: '用途', en: 'For' }, PaymentPurpose)),
    isToRedo: optional(flag({ zh: '待重新退款', en: 'Refunds that failed' })),
    isRefund: optional(flag({ zh: '退款', en: 'Refund' })),
    isCash: optional(flag({ zh: '现金', en: 'Cash' })),
    isArrears: optional(flag({ zh: '追缴欠费', en: 'Arrears' })),
    actorId: optional(reference({ zh: '收款人', en: 'Collected by' }, 'employee')),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    paymentNo: text({ zh: '流水号', en: 'Payment number' }),
    createdAt: instant({ zh: '创建时间', en: 'Created' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    purpose: choice({ zh: '用途', en: 'For' }, PaymentPurpose),
    orderId: optional(text({ zh: '订单', en: 'Order' })),
    packId: optional(text({ zh: '月卡', en: 'Pack' })),
    cardNo: optional(text({ zh: '卡号', en: 'Card number' })),
    plate: text({ zh: '车牌', en: 'Plate' }),
    plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
    channel: choice({ zh: '支付方式', en: 'Pay method' }, PayChannel),
    // Of payments alone.
    scene: optional(choice({ zh: '支付场景', en: 'How it was paid' }, PayScene)),
    state: choice({ zh: '状态', en: 'State' }, PaymentState),
    amountFen: money({ zh: '金额', en: 'Amount' }),
    excessFen: money({ zh: '多付', en: 'Paid too much' }),
    actorName: optional(text({ zh: '收款人', en: 'Collected by' })),
    paidAt: optional(instant({ zh: '支付时间', en: 'Paid at' })),
  },
  totals: {
    amountFen: money({ zh: '收款净额', en: 'Net received' }),
    // A top-up becomes revenue when it is spent; received amounts count it then.
    receivedFen: money({ zh: '计入实收（不含充值）', en: 'Received, no recharges' }),
    // Of trials: no money moved.
    simulatedFen: money({ zh: '其中模拟支付', en: 'Of it simulated' }),
    // It had come in before, when it was put on the cards and into the wallets.
    cardFen: money({ zh: '其中储值卡与余额支付', en: 'Of it from cards and wallets' }),
  },
});

/** What is taken for an order: exactly this amount, even while a colleague deals with the waiting car where the caller insists. */
export const feeInput = {
  orderId: reference({ zh: '订单', en: 'Order' }, 'parking-order'),
  amountFen: money({ zh: '金额', en: 'Amount' }, { min: 1 }),
  isDespiteClaim: optional(flag({ zh: '同事处理中仍收款', en: 'Although a colleague deals with the car' })),
};

/**
 * Takes cash for the amount due; refused when it is no longer the amount given, and while a colleague deals with the waiting car, unless
 * `isDespiteClaim`.
 */
export const collectCash = operation('collect-cash', {
  title: { zh: '现金收费', en: 'Collect cash' },
  path: '/api/order/collectCash',
  access: permission('order.collect', { zh: '收取停车费', en: 'Collect a fee' }),
  input: feeInput,
  output: { paymentNo: text({ zh: '流水号', en: 'Payment number' }) },
  audit: 'order.cash-collected',
});

/** What the driver's payment page shows: by the code of the QR. */
export const getPayPage = operation('get-pay-page', {
  title: { zh: '支付页', en: 'Payment page' },
  path: '/api/payment/getPayPage',
  access: 'public',
  // Phones of a car park often share one address, and ask again while they wait.
  perMinute: 3000,
  input: { code: text({ zh: '支付码', en: 'Pay code' }, { max: 64 }) },
  output: {
    lotName: text({ zh: '车场', en: 'Parking lot' }),
    plate: text({ zh: '车牌', en: 'Plate' }),
    // Strangers, who found the stay by its plate at a fixed code, see how long it took and nothing of when or why.
    isStranger: flag({ zh: '按车牌查询', en: 'Found by the plate' }),
    enteredAt: optional(instant({ zh: '入场时间', en: 'Entered' })),
    entryPictureUrl: optional(file({ zh: '入场图片', en: 'Picture at the entry' })),
    parkedMinutes: integer({ zh: '停车分钟数', en: 'Minutes parked' }),
    feeFen: money({ zh: '停车费', en: 'Fee' }),
    // How the fee came about, oldest first; of a very long stay only the last lines.
    feeLines: list(
      { zh: '计费明细', en: 'Fee lines' },
      group(
        { zh: '计费明细', en: 'Fee line' },
        {
          from: instant({ zh: '起', en: 'From' }),
          to: instant({ zh: '止', en: 'To' }),
          amountFen: money({ zh: '金额', en: 'Amount' }, { min: -100_000_000_00 }),
          zh: text({ zh: '说明', en: 'In Chinese' }, { max: 1000 }),
          en: text({ zh: '英文说明', en: 'In words' }, { max: 1000 }),
        },
      ),
    ),
    isCut: flag({ zh: '仅最近明细', en: 'Last lines only' }),
    reductions: list(
      { zh: '优惠明细', en: 'Reductions' },
      group(
        { zh: '优惠', en: 'Reduction' },
        {
          amountFen: money({ zh: '金额', en: 'Amount' }),
          zh: text({ zh: '说明', en: 'In Chinese' }, { max: 1000 }),
          en: text({ zh: '英文说明', en: 'In words' }, { max: 1000 }),
        },
      ),
    ),
    paidFen: money({ zh: '已付', en: 'Paid' }),
    debtFen: money({ zh: '以往欠费', en: 'Owed of earlier stays' }),
    dueFen: money({ zh: '应付', en: 'Due' }),
    // The receipt; strangers have none.
    payments: list(
      { zh: '支付凭证', en: 'Receipt' },
      group(
        { zh: '支付', en: 'Payment' },
        {
          paymentNo: text({ zh: '流水号', en: 'Payment number' }),
          zh: text({ zh: '支付方式', en: 'Pay method in Chinese' }),
          en: text({ zh: '英文支付方式', en: 'Pay method' }),
          amountFen: money({ zh: '金额', en: 'Amount' }),
          paidAt: instant({ zh: '支付时间', en: 'Paid at' }),
        },
      ),
    ),
    state: text({ zh: '状态', en: 'State' }),
    graceUntil: optional(instant({ zh: '请于此前离场', en: 'Leave before' })),
    feedbackCode: optional(text({ zh: '反馈码', en: 'Code to write about it' })),
    timeZone: text({ zh: '时区', en: 'Time zone' }),
    canPay: flag({ zh: '可在线支付', en: 'Can be paid by phone' }),
    canPaySandbox: flag({ zh: '可模拟支付', en: 'Takes simulated payments' }),
    canPayAlipay: flag({ zh: '可用支付宝', en: 'Takes Alipay' }),
    canPayWechat: flag({ zh: '可用微信支付', en: 'Takes WeChat Pay' }),
    canPayUnionpay: flag({ zh: '可用银联', en: 'Takes UnionPay' }),
    // To find out who pays inside WeChat.
    // A code of a coupon on paper can be entered.
    canInvoice: flag({ zh: '可开发票', en: 'Issues invoices' }),
    canUseCoupon: flag({ zh: '可用优惠券', en: 'Takes coupons' }),
    wechatApp: optional(text({ zh: '公众号', en: 'WeChat app' }, { max: 64 })),
    isTrial: flag({ zh: '试用（模拟支付）', en: 'Trial (simulated payments)' }),
    // Of a code that stands for something bought rather than a stay.
    purchase: optional(
      group(
        { zh: '购买', en: 'Purchase' },
        {
          titleZh: text({ zh: '名称', en: 'In Chinese' }),
          titleEn: text({ zh: '英文名称', en: 'In words' }),
          validUntil: instant({ zh: '有效至', en: 'Valid until' }),
          lines: list(
            { zh: '说明', en: 'Lines' },
            group(
              { zh: '说明', en: 'Line' },
              {
                labelZh: text({ zh: '项目', en: 'Label in Chinese' }),
                labelEn: text({ zh: '英文项目', en: 'Label' }),
                textZh: text({ zh: '内容', en: 'Text in Chinese' }, { max: 1000 }),
                textEn: text({ zh: '英文内容', en: 'Text' }, { max: 1000 }),
              },
            ),
          ),
        },
      ),
    ),
  },
  isRead: true,
});

/** The sandbox's cashier, for trials only: the driver chooses the outcome, and a signed notice reports it later. */
export const paySandbox = operation('pay-sandbox', {
  title: { zh: '模拟付款', en: 'Pay in the sandbox' },
  path: '/api/payment/sandbox/pay',
  access: 'public',
  perMinute: 3000,
  input: {
    code: text({ zh: '支付码', en: 'Pay code' }, { max: 64 }),
    outcome: choice(
      { zh: '结果', en: 'Outcome' },
      { success: { zh: '付款', en: 'Pay' }, fail: { zh: '付款失败', en: 'Fail' } },
      { byDefault: 'success' },
    ),
  },
  output: {
    paymentNo: text({ zh: '流水号', en: 'Payment number' }),
    amountFen: money({ zh: '金额', en: 'Amount' }),
  },
  audit: 'payment.started',
});

/** Gives a coupon on paper to the car of a pay code: the page then shows what it takes off. */
export const applyCoupon = operation('apply-coupon', {
  title: { zh: '使用优惠券', en: 'Use a coupon' },
  path: '/api/payment/applyCoupon',
  access: 'public',
  perMinute: 20,
  input: {
    code: text({ zh: '支付码', en: 'Pay code' }, { max: 64 }),
    couponCode: text({ zh: '券码', en: 'Code of the coupon' }, { min: 4, max: 32 }),
  },
  output: { couponName: text({ zh: '优惠券', en: 'Coupon' }) },
  audit: 'user-coupon.redeemed-by-driver',
});

export const paymentRefusal = refusals('payment', {
  'no-coupon-now': {
    status: 409,
    zh: '车辆已离场或正在支付，不能再使用优惠券',
    en: 'The car has left or a payment is under way: no coupon can be used now',
  },
  claimed: {
    status: 409,
    zh: '{name}正在处理这辆车，可能已在收款',
    en: '{name} is dealing with this car and may be taking the cash',
  },
  'unknown-code': { status: 404, zh: '支付码无效', en: 'Unknown pay code' },
  'bad-notice': { status: 401, zh: '通知签名错误', en: 'The notice is not signed correctly' },
});
