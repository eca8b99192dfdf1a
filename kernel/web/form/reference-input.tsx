import { nameKey, type Resource } from '@boyun/kernel/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { getRow, list } from '../call.ts';
import { useText } from '../language.ts';
import { useResourceIfLoaded } from '../modules.ts';

const OPTIONS_SHOWN = 50;
const FOUND_FRESH_MS = 30_000;
const NAME_FRESH_MS = 60_000;

interface Option {
  readonly value: string;
  readonly label: string;
}

interface ChoiceProps {
  readonly id?: string;
  /** Name of the referenced resource. */
  readonly to: string;
  /** Filters the choices: `{ lotId }`. */
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly placeholder?: string;
  readonly isInvalid?: boolean;
}

/** Props of the input of a reference. */
export interface ReferenceInputProps extends ChoiceProps {
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null) => void;
  /** Key of the reference and its row, which already contains the name of the value. */
  readonly fieldKey?: string;
  readonly row?: Readonly<Record<string, unknown>>;
  /** A value is always selected: it can be changed, not cleared. */
  readonly isRequired?: boolean;
}

/** Chooses a row of another resource by its name; searches on the server while the user types. */
export function ReferenceInput({ value, onChange, fieldKey, row, isRequired, ...props }: ReferenceInputProps) {
  const choices = useChoices(props);
  const id = value ?? null;
  const known = fieldKey && row && row[fieldKey] === id ? (row[nameKey(fieldKey)] as string | null) : null;
  const current = useNameOf(choices, known ? null : id);
  const isListed = choices.options.some((one) => one.value === id);
  const own: Option[] = id === null || isListed ? [] : [{ value: id, label: known ?? current ?? id.slice(0, 8) }];
  return (
    <Select<string>
      {...useSelectProps(props, choices)}
      value={id ?? undefined}
      allowClear={!isRequired}
      options={[...own, ...choices.options]}
      onChange={(next?: string) => onChange(next ?? null)}
    />
  );
}

/** Chooses several rows of another resource. */
export function ReferencesInput({
  value,
  onChange,
  ...props
}: ChoiceProps & { readonly value: readonly string[] | null; readonly onChange: (value: string[]) => void }) {
  const choices = useChoices(props);
  const several = value ?? [];
  const { resource } = choices;
  const chosen = useQuery({
    queryKey: ['list', props.to, 'names', several],
    queryFn: ({ signal }) => Promise.all(several.map((one) => getRow(resource!, one, { signal, isQuiet: true }))),
    enabled: several.length > 0 && (resource?.verbs.includes('get') ?? false),
    placeholderData: keepPreviousData,
    staleTime: NAME_FRESH_MS,
  });
  const listed = new Set(choices.options.map((one) => one.value));
  const own = (chosen.data ?? [])
    .filter((one) => several.includes(one.id) && !listed.has(one.id))
    .map((one) => optionOf(choices.nameField, one));
  return (
    <Select<string[]>
      {...useSelectProps(props, choices)}
      mode="multiple"
      value={[...several]}
      allowClear
      options={[...own, ...choices.options]}
      onChange={(next?: string[]) => onChange(next ?? [])}
    />
  );
}

interface Choices {
  /** Null until the declaration is loaded: the page does not wait for the choices of its filters. */
  readonly resource: Resource | null;
  readonly nameField: string;
  readonly isSearchable: boolean;
  readonly options: readonly Option[];
  readonly isFetching: boolean;
  readonly setTyped: (text: string) => void;
  readonly setOpen: (isOpen: boolean) => void;
}

/** The rows to choose from, once the list is opened: those whose name contains what was typed. */
function useChoices({ to, filters }: ChoiceProps): Choices {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const search = useDeferredValue(typed.trim());
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
    staleTime: FOUND_FRESH_MS,
  });
  const options = (found.data?.rows ?? []).map((one) => optionOf(nameField, one));
  return { resource, nameField, isSearchable, options, isFetching: found.isFetching, setTyped, setOpen };
}

function optionOf(nameField: string, row: { readonly id: string } & Readonly<Record<string, unknown>>): Option {
  return { value: row.id, label: String(row[nameField] ?? row.id) };
}

/** The name of a row; an ellipsis while it is loading, null where it cannot be found. */
function useNameOf({ resource, nameField }: Pick<Choices, 'resource' | 'nameField'>, id: string | null): string | null {
  const current = useQuery({
    queryKey: ['list', resource?.name, 'name', id],
    queryFn: ({ signal }) => getRow(resource!, id!, { signal, isQuiet: true }),
    enabled: Boolean(id && resource?.verbs.includes('get')),
    staleTime: NAME_FRESH_MS,
  });
  const name = (current.data as Readonly<Record<string, unknown>> | undefined)?.[nameField];
  if (name) return String(name);
  return current.isLoading ? '…' : null;
}

/** The name of a row of another resource. */
export function ReferenceName({ to, id }: { to: string; id: string }) {
  const resource = useResourceIfLoaded(to);
  const name = useNameOf({ resource, nameField: resource?.nameField ?? 'name' }, id);
  return resource ? (name ?? id.slice(0, 8)) : '…';
}

/** The props that both inputs have in common. */
function useSelectProps({ id, placeholder, isInvalid }: ChoiceProps, choices: Choices) {
  const t = useText();
  const { isSearchable, isFetching, setTyped, setOpen } = choices;
  return {
    id,
    className: 'by-wide',
    placeholder: placeholder ?? t({ zh: '请选择', en: 'Choose' }),
    status: isInvalid ? ('error' as const) : undefined,
    showSearch: {
      filterOption: isSearchable ? (false as const) : undefined,
      optionFilterProp: 'label',
      onSearch: setTyped,
    },
    loading: isFetching,
    onOpenChange: setOpen,
    notFoundContent: isFetching ? t({ zh: '加载中…', en: 'Loading…' }) : t({ zh: '没有匹配项', en: 'Nothing found' }),
  };
}
