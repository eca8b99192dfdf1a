import './driver-plate.css';
import type { Label } from '@boyun/kernel/contract';
import { PlateInput } from './form/plate-input.tsx';
import { useText } from './language.ts';

/** The plate of a driver on a phone, with a keyboard of its own. */
export function DriverPlate({
  id,
  label = { zh: '请输入车牌号', en: 'Enter your plate' },
  value,
  onChange,
}: {
  id: string;
  label?: Label;
  value: string | null;
  onChange: (next: string | null) => void;
}) {
  const t = useText();
  return (
    <div className="driver-plate-field">
      <label htmlFor={id}>{t(label)}</label>
      <PlateInput id={id} value={value} onChange={onChange} />
    </div>
  );
}

/** Whether a plate can be complete: the shortest has seven characters. */
export const isWholePlate = (plate: string | null): plate is string => (plate ?? '').length >= 7;
