import { call, can } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { SHORTEST_WORD, useSettled } from '../title-search/settled.view.ts';
import { findTitles } from '../title-search/title-search.contract.ts';

/** The values of a title that a search fills in. */
interface Filled {
  readonly titleName: string;
  readonly taxNumber: string | null;
  readonly titleAddress: string | null;
  readonly titleBank: string | null;
  readonly titleAccount: string | null;
}

/** The name of a title; staff who issue invoices search enterprises by it, and one that is named in full fills in its number. */
export function TitleInput({
  id,
  value,
  taxNumber,
  isEnterprise,
  isInvalid,
  onFill,
}: {
  id: string;
  value: string;
  taxNumber: string | null;
  isEnterprise: boolean;
  isInvalid: boolean;
  onFill: (values: Partial<Filled>) => void;
}) {
  const word = useSettled(value.trim());
  const asked = useQuery({
    queryKey: ['invoice-titles', word],
    queryFn: async ({ signal }) => (await call(findTitles, { word }, { signal, isQuiet: true })).titles,
    enabled: isEnterprise && can(findTitles.access) && word.length >= SHORTEST_WORD,
    staleTime: 60_000,
    retry: false,
  });
  const found = isEnterprise ? (asked.data ?? []) : [];
  const exact = found.find((one) => one.titleName === value.trim() && one.taxNumber);
  const fill = useEffectEvent(() => {
    if (exact && !taxNumber) onFill(exact);
  });
  useEffect(() => {
    if (exact) fill();
  }, [exact]);
  return (
    <AutoComplete
      id={id}
      className="by-wide"
      value={value}
      status={isInvalid ? 'error' : ''}
      options={exact ? [] : found.map((one) => ({ value: one.titleName }))}
      maxLength={100}
      onChange={(titleName: string) => onFill({ titleName })}
      onSelect={(titleName: string) => onFill({ titleName, taxNumber: null })}
    />
  );
}
