import type { PageHelps } from '@boyun/kernel/web';
import { VipStatus } from '../vip-group/vip-group.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  vipGroup: {
    purpose: {
      zh: 'VIP车辆的优惠：免费、打折、减免、免费时长或一口价。',
      en: 'What VIP vehicles have off the fee, and where.',
    },
    steps: [
      {
        zh: '选择优惠方式，限定车场、车位、车型、星期与时段；不填即不限。',
        en: 'Choose the policy and limit lots, spots, vehicles, days and hours; empty sets no limit.',
      },
      {
        zh: '月卡、单位车位等名单先覆盖，VIP再优惠余下部分，然后是活动与优惠券。',
        en: 'Packs and lists cover first, then VIP takes its part, then activities and coupons.',
      },
      {
        zh: '在“审批流程”中为变更设置审核，改优惠的人不能自己生效。',
        en: 'Set an approval flow for changes, so that nobody changes a policy alone.',
      },
    ],
    states: [
      { state: VipStatus[2], means: { zh: '离场时自动优惠', en: 'Applies when its cars leave' } },
      { state: VipStatus[1], means: { zh: '车辆按临时车收费', en: 'Its cars pay as others do' } },
    ],
  },
  vipVehicle: {
    purpose: {
      zh: 'VIP分组的车辆、有效期与累计减免。',
      en: 'The vehicles of VIP groups, their time and what they had off.',
    },
    steps: [
      {
        zh: '新增或导入车辆；离场时在有效期内才优惠。',
        en: 'Add or import them; the policy applies while a vehicle is valid as it leaves.',
      },
      { zh: '一辆车在多个分组时，用最优惠的一个。', en: 'A car in several groups gets the best policy.' },
    ],
  },
  vipUse: {
    purpose: { zh: 'VIP减免的每次停车及金额。', en: 'Each stay that a VIP group made cheaper, and by how much.' },
    steps: [{ zh: '点一行查看订单与费用明细。', en: 'Open a row to see its order and fee lines.' }],
  },
};

export default helps;
