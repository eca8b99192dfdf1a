import { refusals } from '@boyun/kernel/contract';

export const ownerPlatesRefusal = refusals('owner-plates', {
  'changed-recently': {
    status: 409,
    zh: '每{days}天可在手机上变更一次车牌，{from}起可再次变更；如有急需请联系停车场',
    en: 'Plates can be changed by phone once in {days} days: again from {from}. If it is urgent, ask the operator',
  },
  'plates-under-review': {
    status: 409,
    zh: '变更车牌的申请正在审核中',
    en: 'A change of its plates is already under review',
  },
});
