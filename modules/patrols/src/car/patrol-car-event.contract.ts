import { actEvent, reference } from '@boyun/kernel/contract';
import { rotatePatrolSecret } from './patrol-car.contract.ts';

/** The secret of a car was replaced. */
export const patrolSecretRotated = actEvent(rotatePatrolSecret, {
  carId: reference({ zh: '巡逻车', en: 'Patrol car' }, 'patrol-car'),
});
