import { pattern } from '@boyun/domain/pattern';
import { kernelRefusal, Refusal } from '@boyun/kernel/contract';

/** Refuses an input `plate` that is none, where calls look something up by it. */
export function checkPlate(plate: string): void {
  const { isValid, ...words } = pattern.plate;
  if (!isValid(plate)) throw new Refusal(kernelRefusal['bad-input'], {}, [{ path: 'Plate', ...words }]);
}
