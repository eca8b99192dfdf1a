import { Refusal } from '@boyun/kernel/contract';
import { handleFreely } from '@boyun/kernel/server';
import { runVerify, verifyRefusal } from './verify.contract.ts';
import { type CheckResult, verifyTenant } from './verify.service.ts';

/** Verifications under way: two administrators who ask at the same time get the same answer. */
const underWay = new Map<number, Promise<CheckResult[]>>();

export const runVerifyServer = handleFreely(runVerify, async (kernel, _input, { who }) => {
  if (!who || who.lotIds !== null) throw new Refusal(verifyRefusal['needs-all-lots']);
  const { tenantId } = who;
  let run = underWay.get(tenantId);
  if (!run) {
    run = verifyTenant(kernel, tenantId).finally(() => underWay.delete(tenantId));
    underWay.set(tenantId, run);
  }
  const found = await run;
  return {
    at: kernel.clock.now(),
    isSound: found.every((one) => one.brokenCount === 0),
    checks: found.map((one) => ({ ...one, broken: [...one.broken] })),
  };
});
