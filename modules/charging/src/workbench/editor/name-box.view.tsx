import type { Text } from '@boyun/domain/fee';
import { textKind } from './box-kind.view.ts';
import { put } from './edit-tariff.view.ts';
import { useEditor, useValue } from './editor-context.view.ts';
import { Line, TypedInput } from './typed-box.view.tsx';

/** A line with a name in both languages. */
export function NameBox(props: { path: string; isRequired?: boolean }) {
  return (
    <Line label={{ zh: '名称', en: 'Name' }}>
      <NameInputs {...props} width={176} />
    </Line>
  );
}

/** Chinese and English name; while only one is typed it is used for both. */
export function NameInputs({ path, isRequired, width }: { path: string; isRequired?: boolean; width: number }) {
  const { tariff, change } = useEditor();
  const { value } = useValue<Text>(path);
  const write = (key: 'zh' | 'en', text: string | undefined) => {
    const other = key === 'zh' ? 'en' : 'zh';
    const isEcho = value === undefined || value[other] === value[key];
    const next = text === undefined ? undefined : { zh: text, en: text, ...(isEcho ? {} : { [other]: value![other] }) };
    if (next || !isRequired) change(put(tariff, path, next), path);
  };
  const box = (key: 'zh' | 'en', label: { zh: string; en: string }) => (
    <TypedInput
      className="te-text"
      width={width}
      kind={textKind(/^.{1,64}$/)}
      value={value?.[key]}
      label={label}
      placeholder={label}
      isOptional={!isRequired}
      path={`${path}.${key}`}
      onChange={(text) => write(key, text)}
    />
  );
  return (
    <>
      {box('zh', { zh: '中文名称', en: 'Chinese name' })}
      {box('en', { zh: '英文名称', en: 'English name' })}
    </>
  );
}
