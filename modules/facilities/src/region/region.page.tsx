import type { Label } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  countText,
  Empty,
  ErrorState,
  NoPermission,
  notify,
  ResourcePage,
  refreshLists,
  Skeleton,
  Tree,
  useText,
} from '@boyun/kernel/web';
import { Input, Segmented } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { fillRegions, region } from './region.contract.ts';
import { useRegions } from './region-query.view.ts';
import '../place/place.css';

type Show = 'tree' | 'list';

/** Provinces, cities and districts by their national codes: as a tree, or as an editable list. */
export default function RegionPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const show: Show = query.get('tab') === 'list' ? 'list' : 'tree';
  if (!can(region.can.list)) return <NoPermission />;
  const tools = (
    <>
      <Segmented<Show>
        value={show}
        options={[
          { value: 'tree', label: t({ zh: '树形', en: 'Tree' }) },
          { value: 'list', label: t({ zh: '列表', en: 'List' }) },
        ]}
        onChange={(next) => setQuery(next === 'list' ? { tab: 'list' } : {}, { replace: true })}
      />
      <FillButton />
    </>
  );
  if (show === 'tree') return <RegionTree tools={tools} />;
  return (
    <ResourcePage
      of={region}
      cells={{ code: { width: 110 }, name: { width: 220, isGrowing: true }, level: { width: 110 } }}
      moreTools={() => tools}
    />
  );
}

function FillButton() {
  const t = useText();
  const fill = async () => {
    const { addedCount, keptCount } = await call(fillRegions, { provinceCodes: [] });
    const counts = { added: countText(addedCount), kept: countText(keptCount) };
    const done: Label = {
      zh: `新增${counts.added}个区划，已有${counts.kept}个保持不变`,
      en: `${counts.added} regions added, ${counts.kept} already existed`,
    };
    notify('good', done);
    await refreshLists(region.name);
  };
  return (
    <ActButton access={fillRegions.access} onAct={fill}>
      {t(fillRegions.title)}
    </ActButton>
  );
}

function RegionTree({ tools }: { tools: ReactNode }) {
  const t = useText();
  const asked = useRegions();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const regions = asked.data;
  return (
    <div className="by-page">
      <h1 className="by-sr">{t(region.title)}</h1>
      <section className="by-sheet place-sheet">
        <div className="by-toolbar">
          <div className="by-toolbar-acts">
            {tools}
            <Input.Search
              className="place-search"
              allowClear
              aria-label={t({ zh: '按名称或代码查找', en: 'Find by name or code' })}
              placeholder={t({ zh: '名称或代码', en: 'Name or code' })}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
        </div>
        {asked.isPending && <Skeleton lines={10} />}
        {asked.error && <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />}
        {regions?.length === 0 && (
          <Empty
            title={{ zh: '还没有行政区域', en: 'No regions yet' }}
            hint={{
              zh: '一键载入国家标准（GB/T 2260）的省、市、区县',
              en: 'Load the provinces, cities and districts of the national standard GB/T 2260',
            }}
            action={<FillButton />}
          />
        )}
        {regions && regions.length > 0 && (
          <Tree
            label={t(region.title)}
            nodes={regions}
            openLevels={0}
            search={search}
            textOf={(one) => `${one.name} ${one.code}`}
            face={(one) => (
              <span className="place-node">
                <span>{one.name}</span>
                <span className="by-faint by-small by-figure">{one.code}</span>
                {one.lotCount > 0 && (
                  <span className="place-count">
                    {t({ zh: '{count}个车场', en: '{count} lots' }, { count: one.lotCount })}
                  </span>
                )}
              </span>
            )}
          />
        )}
      </section>
    </div>
  );
}
