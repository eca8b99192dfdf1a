import { chargeRule } from '@boyun/charging/contract';
import { camera } from '@boyun/devices/contract';
import { lot } from '@boyun/facilities/contract';
import type { Access, Label, Output } from '@boyun/kernel/contract';
import { listLink } from '@boyun/kernel/web';
import { payChannel } from '@boyun/money/contract';
import { employee } from '@boyun/organisation/contract';
import { reviewFlow } from '@boyun/reviews/contract';
import { openLot } from '../opening/opening.contract.ts';
import type { getFirstSteps } from './first-run.contract.ts';

/** What the server says about the first steps. */
export type FirstSteps = Output<typeof getFirstSteps>;

/** One step: what to do, why, where, and who may do it. */
export interface FirstStep {
  readonly key: Exclude<keyof FirstSteps, 'lotId'>;
  readonly title: Label;
  readonly hint: Label;
  /** The address where it is done. */
  to(steps: FirstSteps): string;
  readonly access: Access;
}

const EDIT = '/_cloud_basic/parkEdit';

/** The steps of a new tenant, in the order in which they are useful. */
export const FIRST_STEPS: readonly FirstStep[] = [
  {
    key: 'hasLot',
    title: { zh: '新建车场', en: 'Add a lot' },
    hint: { zh: '名称、车位数、出入口和车道', en: 'Its name, spots, gates and lanes' },
    to: () => listLink(EDIT, { lotId: 'new' }),
    access: lot.can.create,
  },
  {
    key: 'hasTariff',
    title: { zh: '设置收费规则', en: 'Set a tariff' },
    hint: { zh: '从样例开始，发布后绑定到车场', en: 'Start from a sample, publish it and bind it to the lot' },
    to: () => listLink('/_cloud_operation/chargeRule', { samples: '1' }),
    access: chargeRule.can.create,
  },
  {
    key: 'hasPayment',
    title: { zh: '设置支付渠道', en: 'Set a payment channel' },
    hint: { zh: '未设置时只收现金', en: 'Until then only cash is accepted' },
    to: () => '/_cloud_basic/payConfig',
    access: payChannel.can.create,
  },
  {
    key: 'hasCamera',
    title: { zh: '接入相机', en: 'Connect a camera' },
    hint: {
      zh: '生成密钥，填入相机，等待第一次心跳',
      en: 'Make its key, enter it in the camera, wait for the first heartbeat',
    },
    to: ({ lotId }) => (lotId ? listLink(EDIT, { lotId, step: 'devices' }) : '/_cloud_device/camera'),
    access: camera.can.create,
  },
  {
    key: 'hasStaff',
    title: { zh: '添加员工', en: 'Add staff' },
    hint: { zh: '给值守人员开通账号并选择角色', en: 'Give your attendants accounts and roles' },
    to: () => '/_cloud_user/employee',
    access: employee.can.create,
  },
  {
    key: 'hasFlow',
    title: { zh: '设置审批流程', en: 'Set approval flows' },
    hint: {
      zh: '退款、作废、名单变更由谁审核，可从样例开始',
      en: 'Who decides refunds, voids and changes of lists; start from a sample',
    },
    to: () => listLink('/_cloud_operation/reviewFlow', { samples: '1' }),
    access: reviewFlow.can.create,
  },
  {
    key: 'hasOpenLot',
    title: { zh: '开始营业', en: 'Open for business' },
    hint: { zh: '核对营业准备，道闸从此放行', en: 'Check what the lot needs; its gates then admit cars' },
    to: ({ lotId }) => (lotId ? listLink('/_cloud_basic/parkInfo', { lotId }) : '/_cloud_basic/parkInfo'),
    access: openLot.access,
  },
];

/** Returns the steps that a person may do, done or not; null where there are none, or all are done. */
export function stepsLeft(steps: FirstSteps, canDo: (access: Access) => boolean): readonly FirstStep[] | null {
  const own = FIRST_STEPS.filter((one) => canDo(one.access));
  return own.some((one) => !steps[one.key]) ? own : null;
}
