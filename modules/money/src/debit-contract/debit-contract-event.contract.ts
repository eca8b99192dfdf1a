import { plateColorLabel } from '@boyun/domain/plate';
import { actEvent, choice, event, optional, plate, text } from '@boyun/kernel/contract';
import {
  DebitChannel,
  DebitState,
  endDebitContract,
  resumeDebitContract,
  simulateDebitContract,
} from './debit-contract.contract.ts';

const fields = {
  plate: plate(),
  plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel, { byDefault: 0 }),
  channel: choice({ zh: '渠道', en: 'Channel' }, DebitChannel),
  state: choice({ zh: '状态', en: 'State' }, DebitState),
};

/** A channel reported another state of a plate's contract. */
export const debitContractReported = event('debit-contract.reported', {
  label: { zh: '无感支付签约变更', en: 'Automatic debit of a plate changed' },
  fields: { ...fields, blockedReason: optional(text({ zh: '暂停原因', en: 'Why blocked' }, { max: 64 })) },
});

/** A contract was ended by the tenant. */
export const debitContractEnded = actEvent(endDebitContract, {
  plate: fields.plate,
  channel: fields.channel,
  reason: endDebitContract.input.reason,
});

/** The tenant uses a contract again. */
export const debitContractResumed = actEvent(resumeDebitContract, {
  plate: fields.plate,
  channel: fields.channel,
  reason: resumeDebitContract.input.reason,
});

/** A contract was simulated. */
export const debitContractSimulated = actEvent(simulateDebitContract, { plate: fields.plate, state: fields.state });
