import { choice, money, operation, optional, text } from '@boyun/kernel/contract';

/** Where the driver's page is shown. */
export const PayApp = {
  wechat: { zh: '微信', en: 'WeChat' },
  unionpay: { zh: '云闪付', en: 'UnionPay' },
  browser: { zh: '浏览器', en: 'Browser' },
} as const;
export type PayApp = keyof typeof PayApp;

/** The channels a driver starts a payment with. */
const PhonePay = {
  wechat: { zh: '微信支付', en: 'WeChat Pay' },
  alipay: { zh: '支付宝', en: 'Alipay' },
  unionpay: { zh: '银联云闪付', en: 'UnionPay' },
} as const;
export type PhonePay = keyof typeof PhonePay;

/** How the driver goes on. */
const Step = {
  page: { zh: '打开页面', en: 'Open a page' },
  bridge: { zh: '调起应用', en: 'Call the app' },
  code: { zh: '扫码', en: 'Scan a code' },
  wait: { zh: '等待结果', en: 'Wait' },
} as const;

/**
 * Starts a payment of what is due with a real channel, at the request of the driver. A repeated request continues the payment under way
 * and returns the same step; one for another channel closes it first.
 */
export const startPay = operation('start-pay', {
  title: { zh: '发起支付', en: 'Start a payment' },
  path: '/api/payment/start',
  access: 'public',
  // Phones of a car park often share one address.
  perMinute: 600,
  input: {
    code: text({ zh: '支付码', en: 'Pay code' }, { max: 64 }),
    channel: choice({ zh: '渠道', en: 'Channel' }, PhonePay),
    app: choice({ zh: '应用', en: 'App' }, PayApp),
    // What the app's sign-in added to the address of the page; it serves once.
    authCode: optional(text({ zh: '授权码', en: 'Code of the sign-in' }, { max: 128, pattern: /^[\w-]+$/ })),
  },
  output: {
    paymentNo: text({ zh: '流水号', en: 'Payment number' }),
    amountFen: money({ zh: '金额', en: 'Amount' }),
    step: choice({ zh: '下一步', en: 'Step' }, Step),
    // The address of a page, or the text of a code.
    address: optional(text({ zh: '地址', en: 'Address' }, { max: 2000 })),
    // Parameters of the app's bridge, as JSON.
    parameters: optional(text({ zh: '调起参数', en: 'Parameters' }, { max: 4000 })),
  },
  audit: 'payment.started',
});
