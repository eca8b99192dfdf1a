import type { Values } from '@boyun/kernel/contract';
import { ActButton, type Translate, useText } from '@boyun/kernel/web';
import { Button, Select } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import { LaneDirection, type lane } from './lane.contract.ts';

type Window = Values<typeof lane.fields>['tidalPlan'][number];

const DAYS = [
  { zh: '日', en: 'Sun' },
  { zh: '一', en: 'Mon' },
  { zh: '二', en: 'Tue' },
  { zh: '三', en: 'Wed' },
  { zh: '四', en: 'Thu' },
  { zh: '五', en: 'Fri' },
  { zh: '六', en: 'Sat' },
];
/** Display order: the week begins on Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];
const START: Window = { days: [1, 2, 3, 4, 5], from: '07:00', to: '10:00', direction: 'entry' };

/** Returns a plan as one line of text. */
export function tidalText(plan: readonly Window[], t: Translate): string {
  if (plan.length === 0) return '—';
  return plan
    .map(({ days, from, to, direction }) => `${daysText(days, t)} ${from}–${to} ${t(LaneDirection[direction])}`)
    .join(t({ zh: '；', en: '; ' }));
}

function daysText(days: readonly number[], t: Translate): string {
  if (days.length === 7) return t({ zh: '每天', en: 'Daily' });
  const shown = WEEK.filter((day) => days.includes(day));
  if (String(shown) === '1,2,3,4,5') return t({ zh: '工作日', en: 'Mon–Fri' });
  const names = shown.map((day) => t(DAYS[day]!));
  return t({ zh: '周', en: '' }) + names.join(t({ zh: '', en: ', ' }));
}

/** Editor of the hours in which a lane changes direction: one line per window. */
export function TidalPlanInput({
  id,
  value,
  isInvalid,
  onChange,
}: {
  id: string;
  value: readonly Window[];
  isInvalid: boolean;
  onChange: (value: Window[]) => void;
}) {
  const t = useText();
  const change = (place: number, more: Partial<Window>) =>
    onChange(value.map((one, at) => (at === place ? { ...one, ...more } : one)));
  return (
    <div className="tidal-plan">
      {value.map((window, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a window has no id, and its input keeps its position
        <div key={place} className="tidal-window">
          <Select
            mode="multiple"
            style={{ minWidth: 200, flex: 1 }}
            maxTagCount="responsive"
            aria-label={t({ zh: '星期', en: 'Days' })}
            status={isInvalid && window.days.length === 0 ? 'error' : undefined}
            placeholder={t({ zh: '选择星期', en: 'Choose days' })}
            value={[...window.days]}
            options={WEEK.map((day) => ({
              value: day,
              label: t({ zh: `周${DAYS[day]!.zh}`, en: DAYS[day]!.en }),
            }))}
            onChange={(days) => change(place, { days })}
          />
          <input
            type="time"
            aria-label={t({ zh: '开始', en: 'From' })}
            value={window.from}
            onChange={({ target }) => change(place, { from: target.value })}
          />
          –
          <input
            type="time"
            aria-label={t({ zh: '结束', en: 'To' })}
            value={window.to}
            onChange={({ target }) => change(place, { to: target.value })}
          />
          <Select
            aria-label={t({ zh: '方向', en: 'Direction' })}
            style={{ width: 90 }}
            value={window.direction}
            options={Object.entries(LaneDirection).map(([key, label]) => ({ value: key, label: t(label) }))}
            onChange={(direction) => change(place, { direction: direction as LaneDirection })}
          />
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
          disabledReason={value.length >= 28 ? { zh: '最多28个时段', en: 'At most 28 windows' } : null}
          onAct={() => onChange([...value, START])}
        >
          {t({ zh: '添加时段', en: 'Add a window' })}
        </ActButton>
      </div>
    </div>
  );
}
