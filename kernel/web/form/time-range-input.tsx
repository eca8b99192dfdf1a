import { parseWireTime } from '@boyun/kernel/contract';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/zh-cn.js';
import { useRef } from 'react';
import { timeText, todayRange } from '../format.ts';
import { useText } from '../language.ts';
import { presetNames, presetSpan, timePresets } from '../list/time-preset.ts';
import { notify } from '../notice.tsx';
import { tenantZone } from '../session.ts';

const SECOND = 'YYYY-MM-DD HH:mm:ss';
const DAY = 'YYYY-MM-DD';

/** Props of a time range input. */
export interface TimeRangeInputProps {
  readonly kind: 'instant' | 'day';
  readonly from: Date | string | null | undefined;
  readonly to: Date | string | null | undefined;
  readonly onChange: (from: Date | string | null, to: Date | string | null) => void;
  /** Longest range in days. */
  readonly maxDays?: number;
  readonly label: string;
  /** Opens its calendar on mount, because it replaces its own text under the pointer. */
  readonly isOpened?: boolean;
}

/** Two instants or days in the tenant's time zone. A start after the end shows a warning and is rejected. */
export default function TimeRangeInput({ kind, from, to, onChange, maxDays, label, isOpened }: TimeRangeInputProps) {
  const t = useText();
  const zone = tenantZone();
  const isInstant = kind === 'instant';
  const isShown = useRef(isOpened);
  const format = isInstant ? SECOND : DAY;
  const show = (value: Date | string | null | undefined) =>
    value ? dayjs(isInstant ? timeText(value as Date, 'second', zone) : (value as string)) : null;
  const read = (value: Dayjs | null | undefined) =>
    value ? (isInstant ? parseWireTime(value.format(SECOND), zone) : value.format(DAY)) : null;
  const { from: todayStart, to: todayEnd } = todayRange(zone);
  const today = dayjs(timeText(todayStart, 'second', zone));
  return (
    <DatePicker.RangePicker
      className="by-wide"
      aria-label={label}
      format={format}
      order={false}
      autoFocus={isOpened}
      defaultOpen={isOpened}
      onOpenChange={(isOpen) => {
        isShown.current = isOpen;
      }}
      // The first Enter accepts the typed value; the next one searches the list.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isShown.current) event.preventDefault();
      }}
      allowEmpty={[true, true]}
      showTime={isInstant ? { defaultValue: [today, dayjs(timeText(todayEnd, 'second', zone))] } : false}
      placeholder={[t({ zh: '开始', en: 'From' }), t({ zh: '结束', en: 'To' })]}
      value={[show(from), show(to)]}
      presets={presetNames.map((one) => {
        const span = presetSpan(one, zone);
        return {
          label: t(timePresets[one]),
          value: [dayjs(timeText(span.from, 'second', zone)), dayjs(timeText(span.to, 'second', zone))],
        };
      })}
      onChange={(range) => {
        const [start, end] = [range?.[0] ?? null, range?.[1] ?? null];
        if (start && end && start.isAfter(end)) {
          notify('warn', { zh: '开始时间不能大于结束时间!', en: 'The start may not be later than the end!' }, 2000);
          return;
        }
        if (maxDays && start && end && end.diff(start, 'day') >= maxDays) {
          notify(
            'warn',
            t({ zh: '时间范围不能超过{maxDays}天', en: 'The range may not exceed {maxDays} days' }, { maxDays }),
            2000,
          );
          return;
        }
        onChange(read(start), read(end));
      }}
    />
  );
}
