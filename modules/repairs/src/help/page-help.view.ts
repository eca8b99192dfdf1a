import type { PageHelps } from '@boyun/kernel/web';
import { RepairState } from '../repair/repair.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  repair: {
    purpose: {
      zh: '设备从报修、派单、维修到验收的过程，带时限、配件、费用和图片。',
      en: 'Devices from the reported fault to the person who verifies that they work, with time limits, parts, costs and pictures.',
    },
    steps: [
      {
        zh: '设备报警的详情里点“转维修工单”，报警随之处理；也可在这里点“报修”。',
        en: 'In a device alarm press "Repair order", which handles the alarm; or report a fault here.',
      },
      {
        zh: '派单后由维修人点“开始维修”“维修完成”，填写结果、配件、费用和图片；手机上同样操作。',
        en: 'The person it was given to begins and ends the repair, with result, parts, costs and pictures, on a phone too.',
      },
      {
        zh: '由另一人验收；不合格可退回继续维修。',
        en: 'Somebody else verifies it, or returns it to be repaired again.',
      },
    ],
    states: [
      { state: RepairState.reported, means: { zh: '还没有派给维修人', en: 'Nobody was sent yet' } },
      { state: RepairState.dispatched, means: { zh: '已派给维修人', en: 'It was given to a person' } },
      { state: RepairState.repairing, means: { zh: '维修人已开始', en: 'The repair has begun' } },
      { state: RepairState.done, means: { zh: '等待另一人验收', en: 'Somebody else has to verify it' } },
      { state: RepairState.verified, means: { zh: '设备恢复正常', en: 'The device works again' } },
    ],
  },
  repairRule: {
    purpose: {
      zh: '设备报警持续一段时间仍未处理时，自动生成维修工单并可直接派人。',
      en: 'Device alarms that nobody has handled for a time become repair orders by themselves, given to a person if one is named.',
    },
    steps: [
      {
        zh: '按报警类型和车场设置；时间最短的规则先生效，一条报警只生成一张工单。',
        en: 'By kind of alarm and lots; the shortest time counts, and an alarm has one order.',
      },
    ],
  },
};

export default helps;
