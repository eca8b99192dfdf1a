import { byPlate, handle, serveReport } from '@boyun/kernel/server';
import { freePassing, passingList, settlePassing } from './passing.contract.ts';
import { settleWaitingCar } from './settle-passing.service.ts';

export const passingListServer = serveReport(passingList, {
  from: 'passing',
  as: 'p',
  lot: 'p.lot_id',
  own: null,
  where: ['p.voided_at is null'],
  filters: { plate: byPlate('p.plate') },
  columns: {
    isWaiting: 'exists (select from waiting_car w where w.tenant_id = p.tenant_id and w.passing_id = p.id)',
  },
  period: 'p.happened_at',
  order: 'p.happened_at desc, p.id desc',
});

export const settlePassingServer = handle(settlePassing, async (tx, { passingId, outcome, reason }, act) => {
  const passing = await settleWaitingCar(tx, passingId, outcome, reason);
  act.describe({ subjectKind: 'passing', subjectId: passing.id, subject: passing.plate, after: { outcome, reason } });
  return {};
});

export const freePassingServer = handle(freePassing, async (tx, { passingId, reason }, act) => {
  const passing = await settleWaitingCar(tx, passingId, 'free', reason);
  act.describe({
    subjectKind: 'passing',
    subjectId: passing.id,
    subject: passing.plate,
    after: { outcome: 'free', reason },
  });
  return {};
});
