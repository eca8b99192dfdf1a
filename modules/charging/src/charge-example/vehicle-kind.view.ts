import { vehicleKindWords } from '@boyun/domain/vehicle-kind';
import type { Label } from '@boyun/kernel/contract';

/** A kind of vehicle in words; one that cameras call otherwise is shown as they call it, one unknown as such. */
export function vehicleKindLabel(kind: string | null): Label {
  return kind ? vehicleKindWords(kind) : { zh: '未识别', en: 'Not recognised' };
}
