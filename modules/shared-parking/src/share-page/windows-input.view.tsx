import './share.css';
import type { WeeklyWindow } from '@boyun/domain/shared-parking';
import { WeekDay } from '@boyun/kernel/contract';
import { ActButton, useText } from '@boyun/kernel/web';
import { Button, Select } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import { MOST_WINDOWS } from '../offer/shared-offer.contract.ts';
import { WEEK } from './window-text.view.ts';

const START: WeeklyWindow = { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' };
const TOO_MANY = { zh: `最多${MOST_WINDOWS}个时段`, en: `At most ${MOST_WINDOWS} windows` };

/** Editor of the weekly windows of an offer: one line per window. */
export function WindowsInput({
  id,
  value,
  isInvalid,
  onChange,
}: {
  id: string;
  value: readonly WeeklyWindow[];
  isInvalid: boolean;
  onChange: (value: WeeklyWindow[]) => void;
}) {
  const t = useText();
  const change = (place: number, more: Partial<WeeklyWindow>) =>
    onChange(value.map((one, at) => (at === place ? { ...one, ...more } : one)));
  const time = (place: number, key: 'from' | 'to', label: { zh: string; en: string }) => (
    <input
      type="time"
      aria-label={t(label)}
      value={value[place]![key]}
      onChange={({ target }) => change(place, { [key]: target.value })}
    />
  );
  return (
    <div className="share-windows">
      {value.map((window, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a window has no id, and its input keeps its position
        <div key={place} className="share-window">
          <Select
            mode="multiple"
            style={{ minWidth: 200, flex: 1 }}
            maxTagCount="responsive"
            aria-label={t({ zh: '星期', en: 'Days' })}
            status={isInvalid && window.days.length === 0 ? 'error' : undefined}
            placeholder={t({ zh: '选择星期', en: 'Choose days' })}
            value={[...window.days]}
            options={WEEK.map((day) => ({ value: day, label: t(WeekDay[day]) }))}
            onChange={(days) => change(place, { days })}
          />
          {time(place, 'from', { zh: '开始', en: 'From' })}–{time(place, 'to', { zh: '结束', en: 'To' })}
          <Button
            type="text"
            icon={<Trash2 />}
            aria-label={t({ zh: '移除时段', en: 'Remove the window' })}
            onClick={() => onChange(value.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      <div>
        <ActButton
          id={id}
          icon={<Plus />}
          disabledReason={value.length >= MOST_WINDOWS ? TOO_MANY : null}
          onAct={() => onChange([...value, START])}
        >
          {t({ zh: '添加时段', en: 'Add a window' })}
        </ActButton>
      </div>
    </div>
  );
}
