import { Button } from 'antd';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../language.ts';
import { PlateInput } from './plate-input.tsx';

/** Several plates, each in its own input; inputs that are left empty do not count. */
export function PlateListInput({
  id,
  values,
  max,
  isInvalid,
  onChange,
}: {
  id?: string;
  values: readonly string[];
  max: number;
  isInvalid?: boolean;
  onChange: (values: string[]) => void;
}) {
  const t = useText();
  const [rows, setRows] = useState<readonly string[]>(values.length > 0 ? values : ['']);
  const filled = rows.filter((one) => one !== '');
  // The form may set other plates than those typed here.
  const shown = filled.join() === values.join() ? rows : values.length > 0 ? values : [''];
  const change = (next: readonly string[]) => {
    setRows(next);
    onChange(next.filter((one) => one !== ''));
  };
  return (
    <div className="by-plate-list">
      {shown.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an input is its place; its text changes with every key
        <div key={at}>
          <span>
            <PlateInput
              id={at === 0 ? id : undefined}
              label={at === 0 ? undefined : t({ zh: '第{n}个车牌', en: 'Plate {n}' }, { n: at + 1 })}
              value={one}
              isInvalid={isInvalid}
              onChange={(next) => change(shown.with(at, next ?? ''))}
              onEnter={() => one !== '' && shown.length < max && change([...shown, ''])}
            />
          </span>
          {shown.length > 1 && (
            <Button
              type="text"
              icon={<X />}
              aria-label={t({ zh: '移除第{n}个车牌', en: 'Remove plate {n}' }, { n: at + 1 })}
              onClick={() => change(shown.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {shown.length < max && (
        <Button size="small" icon={<Plus />} disabled={shown.at(-1) === ''} onClick={() => change([...shown, ''])}>
          {t({ zh: '添加车牌', en: 'Add a plate' })}
        </Button>
      )}
    </div>
  );
}
