import { ColorPicker } from 'antd';

/** The colour of the product for a tenant's staff; null for the product's own. */
export default function AccentInput({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  return (
    <ColorPicker
      value={value ?? '#409eff'}
      disabledAlpha
      showText
      allowClear
      onClear={() => onChange(null)}
      onChangeComplete={(next) => onChange(next.toHexString())}
    />
  );
}
