import type { WordList } from '@boyun/kernel/contract';

/** A phrase: its code, Chinese, English. */
type Word = readonly [code: string, nameZh: string, nameEn: string];

/** The standard phrases, offered where a tenant has none of its own. */
export const STANDARD_WORDS: Readonly<Record<WordList, readonly Word[]>> = {
  'settle-admit': [
    ['paid', '已现场缴费', 'Paid at the booth'],
    ['misread', '车牌识别有误，已核实', 'Plate misread, checked'],
    ['duty', '公务车辆', 'On official duty'],
    ['fault', '设备故障', 'Device fault'],
  ],
  'settle-turn-back': [
    ['full', '车位已满', 'The lot is full'],
    ['black', '黑名单车辆', 'On the black list'],
    ['wrong-lane', '走错车道', 'Wrong lane'],
  ],
  'lane-open': [
    ['fault', '设备故障', 'Device fault'],
    ['emergency', '紧急车辆通行', 'Emergency vehicle'],
    ['follower', '跟车未开闸', 'The car behind was not let in'],
    ['staff', '现场人员要求', 'Staff on site asked'],
  ],
  'lane-close': [
    ['open', '道闸未自动落下', 'The barrier stayed open'],
    ['follower', '防止跟车', 'Against cars that follow through'],
    ['closed', '车道临时封闭', 'The lane is closed for a while'],
  ],
  'order-void': [
    ['repeated', '重复订单', 'The order is there twice'],
    ['test', '测试数据', 'Made by a test'],
    ['misread', '误识别产生', 'Made by a misread plate'],
  ],
  'order-close': [
    ['gone', '车辆已离开，无出场记录', 'The car is gone, no exit was seen'],
    ['stock-take', '盘点未见车辆', 'Not found at the stock-take'],
  ],
  'order-correct': [
    ['misread', '识别有误', 'Misread'],
    ['dirty', '车牌污损', 'The plate is dirty'],
    ['offline', '设备离线，时间不准', 'The device was offline, its time is wrong'],
  ],
  'order-waive': [
    ['complaint', '投诉协商减免', 'Agreed after a complaint'],
    ['fault', '设备故障导致多计', 'Too much because of a fault'],
    ['duty', '公务车辆', 'On official duty'],
  ],
  'order-refund': [
    ['twice', '重复支付', 'Paid twice'],
    ['wrong', '计费有误，退差额', 'The fee was wrong'],
    ['complaint', '投诉协商退款', 'Agreed after a complaint'],
  ],
  'black-list': [
    ['unpaid', '多次逃费', 'Left without paying, more than once'],
    ['blocking', '占用消防通道', 'Blocked a fire lane'],
    ['damage', '损坏设施未赔付', 'Damage not paid for'],
  ],
  'plate-lookup': [
    ['blocking', '挡住其他车辆', 'It blocks other cars'],
    ['fire-lane', '占用消防通道', 'It stands in a fire lane'],
    ['lights', '车灯未关或车窗未关', 'Its lights are on or a window is open'],
    ['damage', '车辆被刮擦或损坏', 'It was scratched or damaged'],
  ],
  'alarm-handled': [
    ['checked', '已现场核实', 'Checked on site'],
    ['corrected', '车牌已更正', 'The plate is corrected'],
    ['called', '已联系车主', 'The driver was called'],
    ['told', '已通知现场人员', 'Staff on site were told'],
  ],
  'alarm-false': [
    ['right', '识别正确，无需处理', 'The reading was right'],
    ['repeated', '同一车辆重复报警', 'The same car, reported again'],
    ['test', '设备调试', 'A test of the device'],
  ],
  'feedback-answer': [
    ['thanks', '感谢您的反馈，我们已安排处理', 'Thank you, we are taking care of it'],
    ['fee', '经核实收费无误，明细可在支付页查看', 'The fee is right; its lines are on the page of the payment'],
    ['fault', '设备故障已修复，给您带来不便敬请谅解', 'The device is repaired, we are sorry for the trouble'],
  ],
  'review-reject': [
    ['proof', '凭证不足', 'Not enough proof'],
    ['amount', '金额有误', 'The amount is wrong'],
    ['repeated', '重复申请', 'Asked for twice'],
  ],
};
