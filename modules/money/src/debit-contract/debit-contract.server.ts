import { disabledReason, Refusal } from '@boyun/kernel/contract';
import { byPlate, handle, notFound, serveReport, type TenantTx } from '@boyun/kernel/server';
import {
  AWAITING,
  type DebitChannel,
  type DebitState,
  debitContractList,
  debitRefusal,
  debitTransitions,
  endDebitContract,
  resumeDebitContract,
  simulateDebitContract,
} from './debit-contract.contract.ts';
import { DEBITS_KEPT } from './debit-contract.service.ts';
import { debitContractEnded, debitContractResumed, debitContractSimulated } from './debit-contract-event.contract.ts';
import { signInSandbox } from './sandbox-contract.service.ts';

/** Contracts concern the tenant, not one of its lots: accounts limited to lots see them too, because those cars drive up there. */
export const debitContractsServer = serveReport(debitContractList, {
  from: 'debit_contract',
  as: 'c',
  lot: null,
  own: null,
  filters: { plate: byPlate('c.plate') },
  columns: {},
  order: 'c.since desc, c.id desc',
});

interface Found {
  readonly plate: string;
  readonly channel: DebitChannel;
  readonly state: DebitState;
  readonly isEndedHere: boolean;
}

/** Locks a contract for an act of people; refuses one whose state does not allow it. */
async function lockFor(tx: TenantTx, id: string, act: keyof typeof debitTransitions): Promise<Found> {
  const [found] = await tx.query<Found>(
    `select plate, channel, state, ended_by is not null as "isEndedHere" from debit_contract
     where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  if (!found) throw notFound(tx.who, debitContractList.title);
  const reason = disabledReason(debitTransitions, act, found.state);
  if (reason) throw new Refusal(debitRefusal.over, { reason: reason[tx.who.language] });
  tx.invalidate(DEBITS_KEPT);
  return found;
}

const endServer = handle(endDebitContract, async (tx, { id, reason }, act) => {
  const { plate, channel, state } = await lockFor(tx, id, 'end');
  await tx.query(
    `update debit_contract set state = 'ended', blocked_reason = null, ended_by = $3, ended_reason = $4, since = $5,
       updated_at = $5, version = version + 1
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, tx.who.name, reason, tx.now],
  );
  tx.emit(debitContractEnded, { lotId: null, subjectId: id, data: { plate, channel, reason } });
  act.describe({
    subjectKind: debitContractList.name,
    subjectId: id,
    subject: plate,
    before: { state },
    after: { state: 'ended', reason },
  });
  return {};
});

const resumeServer = handle(resumeDebitContract, async (tx, { id, reason }, act) => {
  const { plate, channel, state, isEndedHere } = await lockFor(tx, id, 'resume');
  if (!isEndedHere) throw new Refusal(debitRefusal['not-ended-here']);
  await tx.query(
    `update debit_contract set state = 'blocked', blocked_reason = $3, ended_by = null, ended_reason = null, since = $4,
       updated_at = $4, version = version + 1
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, AWAITING, tx.now],
  );
  tx.emit(debitContractResumed, { lotId: null, subjectId: id, data: { plate, channel, reason } });
  act.describe({
    subjectKind: debitContractList.name,
    subjectId: id,
    subject: plate,
    before: { state },
    after: { state: 'blocked', reason },
  });
  return {};
});

const simulateServer = handle(simulateDebitContract, async (tx, { plate, plateColor, state, limitFen }, act) => {
  const payChannelId = await signInSandbox(tx, [{ plate, plateColor, state, limitFen }]);
  tx.emit(debitContractSimulated, { lotId: null, subjectId: payChannelId, data: { plate, state } });
  act.describe({
    subjectKind: debitContractList.name,
    subjectId: payChannelId,
    subject: plate,
    after: { plateColor, state, limitFen },
  });
  return {};
});

/** Server handlers of contracts. */
export const debitContractServers = [endServer, resumeServer, simulateServer];
