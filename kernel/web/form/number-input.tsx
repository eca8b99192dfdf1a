import { InputNumber } from 'antd';

const FEN_PER_YUAN = 100;

/** Props of a number input; money is passed in fen and typed in yuan. */
export interface NumberInputProps {
  readonly id?: string;
  readonly kind: 'integer' | 'decimal' | 'money';
  readonly value: number | null | undefined;
  readonly onChange: (value: number | null) => void;
  readonly isInvalid?: boolean;
  readonly onEnter?: () => void;
}

/** A number input; in its own chunk, because few first screens contain one. */
export default function NumberInput({ id, kind, value, onChange, isInvalid, onEnter }: NumberInputProps) {
  const isMoney = kind === 'money';
  const shown = value === null || value === undefined ? null : isMoney ? value / FEN_PER_YUAN : value;
  return (
    <InputNumber
      id={id}
      className={isMoney ? 'by-wide by-money-input' : 'by-wide'}
      prefix={isMoney ? '¥' : undefined}
      precision={isMoney ? 2 : kind === 'integer' ? 0 : undefined}
      value={shown}
      status={isInvalid ? 'error' : undefined}
      onChange={(next) => {
        if (next === null) onChange(null);
        else onChange(isMoney ? Math.round(Number(next) * FEN_PER_YUAN) : Number(next));
      }}
      onPressEnter={onEnter}
    />
  );
}
