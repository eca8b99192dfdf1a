import { nameKey } from '@boyun/kernel/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { getRow, list } from '../call.ts';
import { useText } from '../language.ts';
import { useResourceIfLoaded } from '../modules.ts';

const OPTIONS_SHOWN = 50;

/** Chooses a row of another resource by its name; searches on the server while the user types. */
export function ReferenceInput({
  id,
  to,
  value,
  fieldKey,
  row,
  onChange,
  filters,
  isMultiple,
  placeholder,
  isInvalid,
  isRequired,
}: {
  id?: string;
  /** Name of the referenced resource. */
  to: string;
  value: string | readonly string[] | null | undefined;
  /** Key of the reference and its row, which already contains the name of the value. */
  fieldKey?: string;
  row?: Readonly<Record<string, unknown>>;
  onChange: (value: string | string[] | null, label: string | null) => void;
  /** Filters the choices: `{ lotId }`. */
  filters?: Readonly<Record<string, unknown>>;
  isMultiple?: boolean;
  placeholder?: string;
  isInvalid?: boolean;
  /** A value is always selected: it can be changed, not cleared. */
  isRequired?: boolean;
}) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const search = useDeferredValue(typed.trim());
  // The page does not wait for the choices of its filters.
  const resource = useResourceIfLoaded(to);
  const nameField = resource?.nameField ?? 'name';
  const isSearchable = resource ? nameField in resource.search : false;
  const asked = {
    ...filters,
    ...(search && isSearchable ? { [nameField]: search } : {}),
    page: 1,
    perPage: OPTIONS_SHOWN,
  };

  const found = useQuery({
    queryKey: ['list', to, asked, 'options'],
    queryFn: ({ signal }) => list(resource!, asked, { signal, isQuiet: true }),
    enabled: isOpen && resource !== null,
    staleTime: 30_000,
  });
  const single = typeof value === 'string' ? value : null;
  const known = fieldKey && row && row[fieldKey] === single ? (row[nameKey(fieldKey)] as string | null) : null;
  const current = useQuery({
    queryKey: ['list', to, 'name', single],
    queryFn: ({ signal }) => getRow(resource!, single!, { signal, isQuiet: true }),
    enabled: Boolean(single && !known && resource?.verbs.includes('get')),
    staleTime: 60_000,
  });
  const several = Array.isArray(value) ? (value as readonly string[]) : [];
  const chosen = useQuery({
    queryKey: ['list', to, 'names', several],
    queryFn: ({ signal }) => Promise.all(several.map((one) => getRow(resource!, one, { signal, isQuiet: true }))),
    enabled: several.length > 0 && (resource?.verbs.includes('get') ?? false),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const options = (found.data?.rows ?? []).map((one) => ({
    value: one.id as string,
    label: String((one as Record<string, unknown>)[nameField] ?? one.id),
  }));
  for (const one of chosen.data ?? [])
    if (several.includes(one.id) && !options.some((option) => option.value === one.id))
      options.unshift({ value: one.id, label: String((one as Record<string, unknown>)[nameField] ?? one.id) });
  if (single && !options.some((one) => one.value === single)) {
    const name = known ?? (current.data as Record<string, unknown> | undefined)?.[nameField];
    options.unshift({ value: single, label: name ? String(name) : current.isLoading ? '…' : single.slice(0, 8) });
  }
  return (
    <Select
      id={id}
      className="by-wide"
      mode={isMultiple ? 'multiple' : undefined}
      value={(value ?? undefined) as never}
      placeholder={placeholder ?? t({ zh: '请选择', en: 'Choose' })}
      allowClear={!isRequired}
      status={isInvalid ? 'error' : undefined}
      showSearch={{ filterOption: isSearchable ? false : undefined, optionFilterProp: 'label', onSearch: setTyped }}
      loading={found.isFetching}
      options={options}
      onOpenChange={setOpen}
      notFoundContent={
        found.isFetching ? t({ zh: '加载中…', en: 'Loading…' }) : t({ zh: '没有匹配项', en: 'Nothing found' })
      }
      onChange={(next: string | string[] | undefined, option: unknown) => {
        const label = (option as { label?: string } | undefined)?.label ?? null;
        onChange(next ?? null, label);
      }}
    />
  );
}
