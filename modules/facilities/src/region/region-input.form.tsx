import { useText } from '@boyun/kernel/web';
import { Cascader } from 'antd';
import { useMemo } from 'react';
import { type RegionNode, useRegions } from './region-query.view.ts';

interface Option {
  readonly value: string;
  readonly label: string;
  readonly children?: Option[];
}

/** Selects a district: province, city, district, or by typing a part of any name. */
export function RegionInput({
  id,
  value,
  isInvalid,
  onChange,
}: {
  id?: string;
  value: string | null;
  isInvalid?: boolean;
  onChange: (value: string | null) => void;
}) {
  const t = useText();
  const asked = useRegions();
  const regions = asked.data ?? NONE;
  const options = useMemo(() => optionsOf(regions, null), [regions]);
  return (
    <Cascader<Option>
      id={id}
      className="by-wide"
      options={options}
      value={value ? pathOf(regions, value) : undefined}
      loading={asked.isFetching}
      allowClear
      showSearch
      status={isInvalid ? 'error' : undefined}
      placeholder={t({ zh: '省 / 市 / 区县', en: 'Province / city / district' })}
      notFoundContent={t({
        zh: '还没有区划，请先在“行政区域”页载入',
        en: 'No regions yet. Load them on the Regions page first',
      })}
      onChange={(path) => onChange((path?.at(-1) as string | undefined) ?? null)}
    />
  );
}

const NONE: RegionNode[] = [];

function optionsOf(regions: readonly RegionNode[], parentId: string | null): Option[] {
  const below = new Map<string | null, RegionNode[]>();
  for (const one of regions) below.set(one.parentId, [...(below.get(one.parentId) ?? []), one]);
  const make = (id: string | null): Option[] =>
    (below.get(id) ?? []).map((one) => ({
      value: one.id,
      label: one.name,
      ...(below.has(one.id) ? { children: make(one.id) } : {}),
    }));
  return make(parentId);
}

/** Returns a region and its ancestors, starting with the province. */
function pathOf(regions: readonly RegionNode[], id: string): string[] {
  const byId = new Map(regions.map((one) => [one.id, one]));
  const path: string[] = [];
  for (let at = byId.get(id); at; at = at.parentId ? byId.get(at.parentId) : undefined) path.unshift(at.id);
  return path;
}
