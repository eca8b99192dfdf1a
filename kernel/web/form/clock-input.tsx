import { readClock } from '@boyun/domain/period';
import { Input } from 'antd';
import { useId, useState } from 'react';

const HALF_HOURS = 48;

/** A time of day: half hours to choose from, and any notation such as 8:00 or 0800, which becomes 08:00. */
export function ClockInput({
  id,
  value,
  isEnd,
  isInvalid,
  onChange,
  onEnter,
}: {
  id?: string;
  value: string | null;
  /** Whether it may be the end of a day, 24:00. */
  isEnd: boolean;
  isInvalid?: boolean;
  onChange: (value: string | null) => void;
  onEnter?: () => void;
}) {
  const list = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) => (text.trim() === '' ? null : (readClock(text) ?? text.trim()));
  return (
    <>
      <Input
        id={id}
        list={list}
        maxLength={5}
        autoComplete="off"
        placeholder="08:00"
        status={isInvalid ? 'error' : undefined}
        value={typed ?? value ?? ''}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(read(event.target.value));
        }}
        onBlur={() => setTyped(null)}
        onPressEnter={onEnter}
      />
      <datalist id={list}>
        {Array.from({ length: isEnd ? HALF_HOURS + 1 : HALF_HOURS }, (_, half) => {
          const text = `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
          return <option key={text} value={text} />;
        })}
      </datalist>
    </>
  );
}
