import { pattern } from '@boyun/domain/pattern';
import { kernelRefusal, type Output, Refusal } from '@boyun/kernel/contract';
import { handle } from '@boyun/kernel/server';
import { listKindsOf } from '../standing/list-kind.service.ts';
import { getPlateStanding } from './plate-standing.contract.ts';

export const plateStandingOperation = handle(getPlateStanding, async (tx, { plate }) => {
  const { isValid, ...words } = pattern.plate;
  if (!isValid(plate)) throw new Refusal(kernelRefusal['bad-input'], {}, [{ path: 'Plate', ...words }]);
  const values = [tx.tenantId, plate, tx.who.lotIds, tx.now];
  const { anywhere } = listKindsOf(tx);
  return { entries: await tx.query<Output<typeof getPlateStanding>['entries'][number]>(anywhere, values) };
});
