import { ColorPicker } from 'antd';

/** Theme colour for a tenant's staff; null for the default colour. */
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
