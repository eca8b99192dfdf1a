import { plateColorLabel } from '@boyun/domain/plate';
import {
  choice,
  file,
  flag,
  group,
  instant,
  list,
  money,
  operation,
  optional,
  plate,
  reference,
  refusals,
  text,
} from '@boyun/kernel/contract';
import { standingField } from '@boyun/lists/contract';
import { plateBox, settlePassing } from '../passing/passing.contract.ts';

const { passingId } = settlePassing.input;

/**
 * Cars that may be the one waiting: at an exit those inside, most similar plate first, with their pictures; at an entry plates on lists
 * that differ in a character cameras confuse. With the place of the plate in the picture of the waiting car.
 */
export const getCandidates = operation('get-candidates', {
  title: { zh: '相近的车辆', en: 'Similar cars' },
  path: '/api/passing/getCandidates',
  access: settlePassing.access,
  input: { passingId, plate: optional(plate()) },
  output: {
    plateBox,
    candidates: list(
      { zh: '车辆', en: 'Cars' },
      group(
        { zh: '车辆', en: 'Car' },
        {
          orderId: optional(reference({ zh: '订单', en: 'Order' }, 'parking-order')),
          plate: text({ zh: '车牌', en: 'Plate' }),
          plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
          standing: standingField,
          enteredAt: optional(instant({ zh: '入场时间', en: 'Entered' })),
          picture: optional(file({ zh: '入场图片', en: 'Entry picture' })),
        },
      ),
    ),
  },
  isRead: true,
});

/** Corrects the plate of a waiting car: at an exit its stay is found and priced, at an entry its lists are looked up. */
export const matchWaiting = operation('match-waiting', {
  title: { zh: '更正等待车辆的车牌', en: 'Correct the plate of a waiting car' },
  path: '/api/passing/matchWaiting',
  access: settlePassing.access,
  input: { passingId, plate: plate({ zh: '正确车牌', en: 'Correct plate' }) },
  output: {
    isOpened: flag({ zh: '已放行', en: 'Let through' }),
    dueFen: money({ zh: '待收', en: 'Due' }),
  },
  audit: 'passing.plate-matched',
});

export const waitingCarRefusal = refusals('waiting-car', {
  'none-inside': {
    status: 409,
    zh: '{plate}不在场内，请核对车牌，或选择下方相近的车辆',
    en: '{plate} is not inside; check the plate or choose one of the cars below',
  },
});
