import type { PageHelps } from '@boyun/kernel/web';
import { VisitState } from '../visit-list/visit-list.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  blackList: {
    purpose: { zh: '禁止入场或需要提醒的车辆。', en: 'Cars that are refused, or reported when they come.' },
    steps: [
      {
        zh: '“禁止”时道闸不放行，“提醒”时放行并报警。',
        en: '"Refuse" keeps the barrier closed; "warn" lets the car in and raises an alarm.',
      },
    ],
  },
  whiteList: {
    purpose: {
      zh: '免费通行的公务、抢险等车辆。',
      en: 'Cars that pass free of charge, such as those of public services.',
    },
    steps: [
      {
        zh: '新增通常需要审核，审核前以“待审核”显示在列表上方。',
        en: 'A new entry usually needs approval; until then it is shown above the list.',
      },
    ],
  },
  freeList: {
    purpose: {
      zh: '在指定时段或次数内免费的车辆。',
      en: 'Cars that are free within given hours or a number of visits.',
    },
    steps: [{ zh: '可设置有效期、每日时段和每日次数。', en: 'Set the dates, hours of the day and times per day.' }],
  },
  fixedList: {
    purpose: { zh: '长期使用固定车位的车辆。', en: 'Cars with a spot of their own.' },
    steps: [
      {
        zh: '选择车场与车位，填写车主和有效期；到期后按临时车收费。',
        en: 'Choose lot and spot, owner and dates; afterwards the car is charged as any other.',
      },
    ],
  },
  visitList: {
    purpose: {
      zh: '访客邀请：被访人为访客申请一段时间的免费停车。',
      en: 'Invitations: a host asks for free parking for a visitor.',
    },
    steps: [
      {
        zh: '车牌可以留空，由访客打开链接自行填写。',
        en: 'Leave the plate empty and the visitor fills it in by the link.',
      },
    ],
    states: [
      { state: VisitState.invited, means: { zh: '等待访客填写车牌', en: 'The visitor still has to enter the plate' } },
      { state: VisitState.pending, means: { zh: '等待审批', en: 'Waits for approval' } },
      { state: VisitState.approved, means: { zh: '可以入场', en: 'May come' } },
      { state: VisitState.used, means: { zh: '访客已来过', en: 'The visitor has been' } },
      { state: VisitState.expired, means: { zh: '过了有效时间', en: 'Its time is over' } },
    ],
  },
};
export default helps;
