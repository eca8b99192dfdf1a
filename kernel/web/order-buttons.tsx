import type { Label } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useText } from './language.ts';

/** Buttons of one of several things in an order: up, down, remove. */
export function OrderButtons<T>({
  list,
  place,
  removeLabel,
  onChange,
}: {
  list: readonly T[];
  /** The place of the thing in the list, from 0. */
  place: number;
  removeLabel: Label;
  onChange: (list: readonly T[]) => void;
}) {
  const t = useText();
  const swap = (by: -1 | 1) => {
    const next = [...list];
    [next[place], next[place + by]] = [next[place + by]!, next[place]!];
    onChange(next);
  };
  return (
    <span>
      <Button
        type="text"
        icon={<ArrowUp />}
        disabled={place === 0}
        aria-label={t({ zh: '上移', en: 'Move up' })}
        onClick={() => swap(-1)}
      />
      <Button
        type="text"
        icon={<ArrowDown />}
        disabled={place === list.length - 1}
        aria-label={t({ zh: '下移', en: 'Move down' })}
        onClick={() => swap(1)}
      />
      <Button
        type="text"
        icon={<Trash2 />}
        aria-label={t(removeLabel)}
        onClick={() => onChange(list.filter((_, at) => at !== place))}
      />
    </span>
  );
}
