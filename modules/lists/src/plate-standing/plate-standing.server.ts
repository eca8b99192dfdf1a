import type { Output } from '@boyun/kernel/contract';
import { handle } from '@boyun/kernel/server';
import { listKindsOf } from '../standing/list-kind.service.ts';
import { checkPlate } from './plate.service.ts';
import { getPlateStanding } from './plate-standing.contract.ts';

export const plateStandingOperation = handle(getPlateStanding, async (tx, { plate }) => {
  checkPlate(plate);
  const values = [tx.tenantId, plate, tx.who.lotIds, tx.now];
  const { anywhere } = listKindsOf(tx);
  return { entries: await tx.query<Output<typeof getPlateStanding>['entries'][number]>(anywhere, values) };
});
