import { Select } from 'antd';

/** Selects an IANA time zone; typing searches. */
export function ZoneInput({
  id,
  value,
  isInvalid,
  onChange,
}: {
  id: string;
  value: string | null;
  isInvalid: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <Select
      id={id}
      className="by-wide"
      showSearch
      status={isInvalid ? 'error' : undefined}
      value={value}
      options={Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))}
      onChange={onChange}
    />
  );
}
