import type { PageHelps } from '@boyun/kernel/web';
import { CarState } from '../car/car.contract.ts';
import { CustomerState } from '../customer/customer.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  customer: {
    purpose: {
      zh: '在车主端注册的客户和由员工开户的客户，按手机号识别。',
      en: 'Customers by their mobile: those who registered in the app, and those staff entered.',
    },
    steps: [
      {
        zh: '手机号默认打码；点“查看完整手机号”须填写原因，并记入操作日志。',
        en: 'Mobiles are masked. Showing one in full takes a reason and leaves an entry in the audit log.',
      },
      {
        zh: '客户换号后有两个账号时，打开要保留的一个，点“合并客户”并填写另一个手机号。',
        en: 'Who has two accounts after a new number keeps one: open it and press "Merge customers".',
      },
      { zh: '冻结后，客户的手机立即退出登录。', en: 'Freezing signs the customer’s phones out at once.' },
    ],
    states: [
      { state: CustomerState.normal, means: { zh: '可使用车主端', en: 'Uses the app' } },
      {
        state: CustomerState.frozen,
        means: { zh: '不能登录，车辆和余额保留', en: 'Cannot sign in; cars and money stay' },
      },
      { state: CustomerState.deleted, means: { zh: '客户已注销账号', en: 'The customer deleted the account' } },
    ],
  },
  car: {
    purpose: {
      zh: '客户认领的车辆。认证后，客户才能看到车停在哪里，并使用本人的优惠。',
      en: 'Cars that customers claim. Certified ones show where they are parked, and use the customer’s coupons.',
    },
    steps: [
      {
        zh: '打开待审核的车辆，核对行驶证照片与车牌。',
        en: 'Open a car to be checked and compare the licence with the plate.',
      },
      {
        zh: '车辆已认证给他人时，通过后还需另一人审批，才会转移。',
        en: 'A car that is certified for somebody else moves once a second person approves it.',
      },
    ],
    states: [
      { state: CarState.claimed, means: { zh: '只是添加，未申请认证', en: 'Added, but not claimed with a proof' } },
      { state: CarState.pending, means: { zh: '等待员工核对', en: 'Waits for staff' } },
      { state: CarState.certified, means: { zh: '确认属于该客户', en: 'Known to be the customer’s' } },
      {
        state: CarState.rejected,
        means: { zh: '证明不足，客户可重新申请', en: 'Not proven; the customer may ask again' },
      },
      { state: CarState.moved, means: { zh: '已认证给另一客户', en: 'Certified for another customer' } },
    ],
  },
};
export default helps;
