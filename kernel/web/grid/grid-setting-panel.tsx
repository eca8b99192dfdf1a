import type { Label } from '@boyun/kernel/contract';
import { Button, Checkbox, Popover, Segmented } from 'antd';
import { Maximize2, Minimize2, Pin, PinOff, Settings2 } from 'lucide-react';
import { memo, useState } from 'react';
import { useText } from '../language.ts';
import type { GridColumn } from './grid-column.tsx';
import {
  type GridSetting,
  isPinned,
  isShown,
  isWide,
  orderedKeys,
  plainSetting,
  withMoved,
  withPinned,
  withShown,
  withWide,
} from './grid-setting.ts';

/** What the settings show of a column. */
type SettingColumn = Pick<GridColumn<never>, 'key' | 'label' | 'pin' | 'isHiddenAtFirst'>;

interface SettingProps {
  readonly columns: readonly SettingColumn[];
  readonly setting: GridSetting;
  readonly onChange: (next: GridSetting) => void;
  /** The name of the button where the columns are cards of a board, which are wide or not instead of pinned. */
  readonly boardLabel?: Label;
}

/** The button that opens the column settings: order (drag, or Alt with arrow keys), visibility, pinning, density. */
export const GridSettingButton = memo(function GridSettingButton({
  columns,
  setting,
  onChange,
  boardLabel,
}: SettingProps) {
  const t = useText();
  const [dragged, setDragged] = useState<string | null>(null);
  const settable = columns.filter((column) => column.pin !== 'end');
  const byKey = new Map(settable.map((column) => [column.key, column]));
  const keys = orderedKeys(columns, setting).filter((key) => byKey.has(key));
  const nudge = (key: string, by: number) => {
    const target = keys[keys.indexOf(key) + by];
    if (target) onChange(withMoved(columns, key, target, setting));
  };
  const panel = (
    <div className="by-columns">
      <div className="by-columns-head">
        {boardLabel ? <span>{t(boardLabel)}</span> : <Density setting={setting} onChange={onChange} />}
        <Button type="link" size="small" onClick={() => onChange(plainSetting)}>
          {t({ zh: '恢复默认', en: 'Reset' })}
        </Button>
      </div>
      <ul>
        {keys.map((key) => {
          const column = byKey.get(key)!;
          return (
            <li
              key={key}
              draggable
              className={dragged === key ? 'is-dragged' : undefined}
              onDragStart={() => setDragged(key)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                event.preventDefault();
                if (dragged && dragged !== key) onChange(withMoved(columns, dragged, key, setting));
              }}
              onKeyDown={(event) => {
                if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
                event.preventDefault();
                nudge(key, event.key === 'ArrowUp' ? -1 : 1);
              }}
            >
              <span className="by-columns-grip" aria-hidden>
                ⋮⋮
              </span>
              <Checkbox
                checked={isShown(column, setting)}
                onChange={(event) => onChange(withShown(column, event.target.checked, setting))}
              >
                {t(column.label)}
              </Checkbox>
              {boardLabel ? (
                <WideButton cardKey={key} setting={setting} onChange={onChange} />
              ) : (
                <PinButton column={column} setting={setting} onChange={onChange} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
  const label = t(boardLabel ?? { zh: '列设置', en: 'Columns' });
  return (
    <Popover content={panel} trigger="click" placement="bottomRight" arrow={false}>
      <Button type="text" aria-label={label} title={label} icon={<Settings2 />} />
    </Popover>
  );
});

type ChangeProps = Pick<SettingProps, 'setting' | 'onChange'>;

function Density({ setting, onChange }: ChangeProps) {
  const t = useText();
  return (
    <Segmented
      size="small"
      value={setting.isCompact ? 'compact' : 'normal'}
      options={[
        { value: 'normal', label: t({ zh: '标准', en: 'Normal' }) },
        { value: 'compact', label: t({ zh: '紧凑', en: 'Compact' }) },
      ]}
      onChange={(value) => onChange({ ...setting, isCompact: value === 'compact' })}
    />
  );
}

function PinButton({ column, setting, onChange }: ChangeProps & { column: SettingColumn }) {
  const t = useText();
  const pinned = isPinned(column, setting);
  return (
    <Button
      type="text"
      size="small"
      aria-pressed={pinned}
      aria-label={t({ zh: '固定在左侧', en: 'Pin to the left' })}
      icon={pinned ? <PinOff /> : <Pin />}
      onClick={() => onChange(withPinned(column, !pinned, setting))}
    />
  );
}

function WideButton({ cardKey, setting, onChange }: ChangeProps & { cardKey: string }) {
  const t = useText();
  const wide = isWide(cardKey, setting);
  const label = t({ zh: '加宽', en: 'Wide' });
  return (
    <Button
      type="text"
      size="small"
      aria-pressed={wide}
      aria-label={label}
      title={label}
      icon={wide ? <Minimize2 /> : <Maximize2 />}
      onClick={() => onChange(withWide(cardKey, !wide, setting))}
    />
  );
}
