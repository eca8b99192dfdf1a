import { useListing, useText } from '@boyun/kernel/web';
import { Select } from 'antd';
import { lane } from './lane.contract.ts';

/** Selects several lanes of a lot: `{lotId, value, onChange}`. */
export default function LanesInput({
  id,
  lotId,
  value,
  onChange,
}: {
  id?: string;
  lotId: string | null;
  value: readonly string[];
  onChange: (value: string[]) => void;
}) {
  const t = useText();
  const asked = useListing(lane, { lotId, page: 1, perPage: 200 }, { isOff: lotId === null });
  const lanes = lotId === null ? [] : (asked.data?.rows ?? []);
  return (
    <Select
      id={id}
      className="by-wide"
      mode="multiple"
      allowClear
      disabled={lotId === null}
      loading={asked.isFetching}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t(
        lotId === null ? { zh: '请先选择车场', en: 'Select the lot first' } : { zh: '选择车道', en: 'Choose lanes' },
      )}
      value={[...value]}
      options={lanes.map((one) => ({ value: one.id, label: one.name }))}
      onChange={onChange}
    />
  );
}
