import { lot } from '@boyun/facilities/contract';
import { flag, operation, optional, reference } from '@boyun/kernel/contract';

const done = (zh: string, en: string) => flag({ zh, en });

/**
 * The first steps of a tenant and which of them are done, read from its data: an account limited to some lots sees what is done there.
 * `lotId` is the lot added first that is still in preparation; null where there is none.
 */
export const getFirstSteps = operation('get-first-steps', {
  title: { zh: '开通清单', en: 'First steps' },
  path: '/api/firstRun/getSteps',
  access: lot.can.create,
  input: {},
  output: {
    hasLot: done('已新建车场', 'A lot exists'),
    hasTariff: done('已有生效的收费规则', 'A tariff is in force'),
    hasPayment: done('已设置支付渠道', 'A payment channel is set'),
    hasCamera: done('相机已接入', 'A camera has reported'),
    hasStaff: done('已添加员工', 'There is staff'),
    hasFlow: done('已设置审批流程', 'There is an approval flow'),
    hasOpenLot: done('已有车场营业', 'A lot is open'),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
  },
  isRead: true,
});
