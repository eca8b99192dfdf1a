import { DeviceState } from '@boyun/devices/contract';
import { LaneDirection } from '@boyun/facilities/contract';
import { countText, useText } from '@boyun/kernel/web';
import { Button, Checkbox, Input } from 'antd';
import { useMemo, useState } from 'react';
import type { LiveCamera } from './live-tile.view.tsx';

/** The cameras by lot, to be picked. */
export function CameraPicker({
  cameras,
  picked,
  onPick,
}: {
  cameras: readonly LiveCamera[];
  picked: readonly string[];
  onPick: (next: readonly string[]) => void;
}) {
  const t = useText();
  const [word, setWord] = useState('');
  const lots = useMemo(() => {
    const wanted = word.trim().toLowerCase();
    const found = cameras.filter((one) => `${one.lotName} ${one.name} ${one.laneName}`.toLowerCase().includes(wanted));
    return [...Map.groupBy(found, (one) => one.lotId).values()];
  }, [cameras, word]);
  const chosen = new Set(picked);
  const toggle = (ids: readonly string[], isOn: boolean) =>
    onPick(isOn ? [...picked, ...ids.filter((id) => !chosen.has(id))] : picked.filter((id) => !ids.includes(id)));
  return (
    <aside className="video-picker by-card-box" aria-label={t({ zh: '选择相机', en: 'Pick cameras' })}>
      <Input.Search
        allowClear
        value={word}
        placeholder={t({ zh: '搜索车场或相机', en: 'Search lots or cameras' })}
        onChange={({ target }) => setWord(target.value)}
      />
      <p className="by-small by-faint video-picked">
        {t(
          { zh: '已选 {n} / {all}', en: '{n} of {all} picked' },
          { n: countText(picked.length), all: countText(cameras.length) },
        )}
        <Button type="link" size="small" disabled={picked.length === 0} onClick={() => onPick([])}>
          {t({ zh: '清空', en: 'Clear' })}
        </Button>
      </p>
      <div className="video-lots">
        {lots.map((group) => {
          const ids = group.map(({ id }) => id);
          const on = ids.filter((id) => chosen.has(id)).length;
          return (
            <fieldset key={group[0]!.lotId}>
              <legend>
                <Checkbox
                  checked={on === ids.length}
                  indeterminate={on > 0 && on < ids.length}
                  onChange={({ target }) => toggle(ids, target.checked)}
                >
                  <b>{group[0]!.lotName}</b>
                </Checkbox>
              </legend>
              {group.map((one) => (
                <Checkbox
                  key={one.id}
                  checked={chosen.has(one.id)}
                  onChange={({ target }) => toggle([one.id], target.checked)}
                >
                  <span className={`by-dot by-tone-${DeviceState[one.state].tone}`} title={t(DeviceState[one.state])} />
                  <span className="video-name">{one.name}</span>
                  <small className="by-faint">{t(LaneDirection[one.direction])}</small>
                </Checkbox>
              ))}
            </fieldset>
          );
        })}
        {lots.length === 0 && (
          <p className="by-faint by-small">{t({ zh: '没有匹配的相机', en: 'No camera matches' })}</p>
        )}
      </div>
    </aside>
  );
}
