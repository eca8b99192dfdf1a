import { moduleContract, page } from '@boyun/kernel/contract';
import { boxWorkList } from './box-work/box-work.contract.ts';
import { boxChanges } from './feed/feed.contract.ts';
import {
  bookBoxCash,
  boxItemList,
  boxItemRefusal,
  retakeBoxItems,
  settleBoxItems,
} from './handover/box-item.contract.ts';
import { boxFeeDiffered, boxItemRefused, boxItemSettled } from './handover/box-item-event.contract.ts';
import { boxHandover } from './handover/handover.contract.ts';
import { boxPinList, boxPinRefusal, removeBoxPin, setBoxPin } from './pin/box-pin.contract.ts';
import { boxPinRemoved, boxPinSet } from './pin/box-pin-event.contract.ts';
import {
  boxUpdateList,
  boxUpdateRefusal,
  cancelBoxUpdate,
  getBoxUpdate,
  planBoxUpdate,
} from './update/box-update.contract.ts';
import {
  boxUpdateCancelled,
  boxUpdateFailed,
  boxUpdateMoved,
  boxUpdatePlanned,
} from './update/box-update-event.contract.ts';

/** Boxes that work without the cloud: what they know, what they hand over, their updates and who works at them. */
export const edge = moduleContract('edge', {
  events: [
    boxItemRefused,
    boxFeeDiffered,
    boxItemSettled,
    boxUpdatePlanned,
    boxUpdateCancelled,
    boxUpdateMoved,
    boxUpdateFailed,
    boxPinSet,
    boxPinRemoved,
  ],
  operations: [
    retakeBoxItems,
    bookBoxCash,
    settleBoxItems,
    getBoxUpdate,
    planBoxUpdate,
    cancelBoxUpdate,
    setBoxPin,
    removeBoxPin,
  ],
  reports: [boxWorkList, boxItemList, boxUpdateList, boxPinList],
  refusals: [boxItemRefusal, boxUpdateRefusal, boxPinRefusal],
  deviceCalls: [boxChanges, boxHandover],
  pages: [
    page('boxDevice', {
      path: '/_cloud_device/box',
      title: boxWorkList.title,
      icon: 'box',
      area: 'basic',
      group: 'device',
      access: boxWorkList.access,
    }),
  ],
});
