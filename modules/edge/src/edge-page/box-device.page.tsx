import { useAddressWord, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { BoxItems } from './box-item-tab.view.tsx';
import { BoxPins } from './box-pin-tab.view.tsx';
import { BoxUpdates } from './box-update-tab.view.tsx';
import { BoxesAtWork } from './box-work-tab.view.tsx';

/** Boxes on site: their state, what they handed over, updates, and who can sign in at them. */
export default function BoxDevicePage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const shown = word === 'items' || word === 'updates' || word === 'people' ? word : 'boxes';
  const tabs = (
    <Segmented
      value={shown}
      options={[
        { value: 'boxes', label: t({ zh: '盒子', en: 'Boxes' }) },
        { value: 'items', label: t({ zh: '移交记录', en: 'Handed over' }) },
        { value: 'updates', label: t({ zh: '升级', en: 'Updates' }) },
        { value: 'people', label: t({ zh: '值守人员', en: 'People' }) },
      ]}
      onChange={(next) => setWord(next === 'boxes' ? null : next)}
    />
  );
  if (shown === 'items') return <BoxItems tabs={tabs} />;
  if (shown === 'updates') return <BoxUpdates tabs={tabs} />;
  if (shown === 'people') return <BoxPins tabs={tabs} />;
  return <BoxesAtWork tabs={tabs} />;
}
