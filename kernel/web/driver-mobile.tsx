import { pattern } from '@boyun/domain/pattern';
import type { Label } from '@boyun/kernel/contract';
import { useText } from './language.ts';

const MOBILE = { zh: '手机号', en: 'Mobile number' };

/** Whether a mobile number is complete. */
export const isWholeMobile = (mobile: string): boolean => pattern.mobile.isValid(mobile);

/** The mobile number of a driver on a phone. */
export function DriverMobile({
  label = MOBILE,
  value,
  onChange,
}: {
  label?: Label;
  value: string;
  onChange: (next: string) => void;
}) {
  const t = useText();
  return (
    <label>
      {t(label)}
      <input
        value={value}
        maxLength={11}
        inputMode="numeric"
        autoComplete="tel-national"
        onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
      />
    </label>
  );
}
