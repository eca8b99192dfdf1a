import { normalizePlate, provinces, temporaryPrefix } from '@boyun/domain/plate';
import { Button, Input, Popover } from 'antd';
import { Suspense, useState } from 'react';
import { useText } from '../language.ts';
import { Plate } from '../plate.tsx';
import { useSlot } from '../slot.tsx';
import { plateStanding } from './plate-slot.ts';

const PLATE_SHOWN_FROM = 7;

/**
 * A plate input: accepts any notation and normalises it, offers provinces as buttons, shows the plate's real colour once it is complete,
 * and below it the car's list status.
 */
export function PlateInput({
  id,
  value,
  onChange,
  color,
  isInvalid,
  onEnter,
  isFilter,
}: {
  id?: string;
  value: string | null | undefined;
  onChange: (value: string | null) => void;
  color?: number | null;
  isInvalid?: boolean;
  onEnter?: () => void;
  /** Searches for part of a plate, so the car's status is not shown. */
  isFilter?: boolean;
}) {
  const t = useText();
  const Standing = useSlot(plateStanding);
  const [isOpen, setOpen] = useState(false);
  const text = value ?? '';
  const pick = (first: string) => {
    const rest = /^[\p{Script=Han}]/u.test(text) ? text.slice(1) : text;
    onChange(first + rest);
    setOpen(false);
  };
  const keyboard = (
    <div className="by-provinces">
      {[...provinces, temporaryPrefix].map((one) => (
        <Button key={one} size="small" onClick={() => pick(one)}>
          {one}
        </Button>
      ))}
    </div>
  );
  const input = (
    <Input
      id={id}
      value={text}
      maxLength={16}
      autoComplete="off"
      status={isInvalid ? 'error' : undefined}
      placeholder={t({ zh: '车牌号', en: 'Plate' })}
      prefix={
        <Popover
          content={keyboard}
          trigger="click"
          placement="bottomLeft"
          arrow={false}
          open={isOpen}
          onOpenChange={setOpen}
        >
          <button type="button" className="by-province" aria-label={t({ zh: '选择省份', en: 'Choose the province' })}>
            {/^[\p{Script=Han}]/u.test(text) ? text[0] : t({ zh: '省', en: '▾' })}
          </button>
        </Popover>
      }
      suffix={text.length >= PLATE_SHOWN_FROM ? <Plate text={text} color={color} /> : <span />}
      onChange={(event) => onChange(event.target.value === '' ? null : normalizePlate(event.target.value))}
      onPressEnter={onEnter}
    />
  );
  if (!Standing || isFilter) return input;
  return (
    <>
      {input}
      {text.length >= PLATE_SHOWN_FROM && (
        <Suspense fallback={null}>
          <Standing plate={text} />
        </Suspense>
      )}
    </>
  );
}
