import { parseWireTime } from '@boyun/kernel/contract';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn.js';
import { timeText } from '../format.ts';
import { useText } from '../language.ts';
import { tenantZone } from '../session.ts';

const SECOND = 'YYYY-MM-DD HH:mm:ss';
const DAY = 'YYYY-MM-DD';

// Per kind: the picker, its format and its placeholder.
const KINDS = {
  instant: { picker: 'date', format: SECOND, hint: { zh: '选择时间', en: 'Pick a time' } },
  day: { picker: 'date', format: DAY, hint: { zh: '选择日期', en: 'Pick a day' } },
  month: { picker: 'month', format: 'YYYY-MM', hint: { zh: '选择月份', en: 'Pick a month' } },
} as const;

// The picker knows only the browser's zone: values are converted to and from the wall clock of the tenant's zone.
function shown(value: Date | null | undefined, zone: string) {
  return value ? dayjs(timeText(value, 'second', zone)) : null;
}

/** Props of the time inputs. */
export interface TimeInputProps {
  readonly id?: string;
  readonly kind: keyof typeof KINDS;
  readonly value: Date | string | null | undefined;
  readonly onChange: (value: Date | string | null) => void;
  readonly zone?: string;
  readonly isInvalid?: boolean;
  readonly label?: string;
}

/** An instant, a day or a month, in the tenant's time zone. */
export default function TimeInput({
  id,
  kind,
  value,
  onChange,
  zone = tenantZone(),
  isInvalid,
  label,
}: TimeInputProps) {
  const t = useText();
  const isInstant = kind === 'instant';
  const { picker, format, hint } = KINDS[kind];
  return (
    <DatePicker
      id={id}
      className="by-wide"
      aria-label={label}
      picker={picker}
      showTime={isInstant}
      format={format}
      placeholder={t(hint)}
      status={isInvalid ? 'error' : undefined}
      value={isInstant ? shown(value as Date | null, zone) : value ? dayjs(value as string) : null}
      onChange={(next) => {
        if (!next) onChange(null);
        else onChange(isInstant ? parseWireTime(next.format(SECOND), zone) : next.format(format));
      }}
    />
  );
}
