import './lot-map.css';
import type { Label } from '@boyun/kernel/contract';
import {
  call,
  countText,
  ErrorState,
  ReferenceInput,
  Skeleton,
  shareText,
  useAddressWord,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { getMapSource } from '@boyun/lot-desk/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input, Segmented, Switch } from 'antd';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { canDraw } from '../base/can-draw.view.ts';
import { LotCard } from './lot-card.view.tsx';
import { getLotMap } from './lot-map.contract.ts';
import { colorOfShare, filterLots, LotFilter, type MapLot, OCCUPANCY_STEPS, shareOf } from './map-lot.view.ts';

const MapCanvas = lazy(() => import('./map-canvas.view.tsx'));

const REFRESH_MS = 20_000;
/** Rows beside the map; the rest is found by its name. */
const LISTED = 100;

/** All lots on a map, with filters, heat, and the card of one. */
export default function LotMapPage() {
  const t = useText();
  const language = useLanguage();
  const [lotId, choose] = useAddressWord('lotId');
  const [regionId, setRegion] = useState<string | null>(null);
  const [areaId, setArea] = useState<string | null>(null);
  const [filter, setFilter] = useState<LotFilter>('all');
  const [text, setText] = useState('');
  const [showsHeat, setHeat] = useState(false);
  const found = useQuery({
    queryKey: [getLotMap.name, regionId, areaId, language],
    queryFn: ({ signal }) => call(getLotMap, { regionId, areaId }, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const source = useQuery({
    queryKey: [getMapSource.name],
    queryFn: ({ signal }) => call(getMapSource, {}, { signal, isQuiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const all = found.data?.lots;
  const lots = useMemo(() => filterLots(all ?? [], filter, text), [all, filter, text]);
  const error = found.error ?? source.error;
  if (!all || !source.data)
    return error ? (
      <ErrorState error={error} onRetry={() => void Promise.all([found.refetch(), source.refetch()])} />
    ) : (
      <Skeleton lines={12} />
    );
  return (
    <div className={lotId ? 'lot-map has-card' : 'lot-map'}>
      <section className="lot-map-side by-card-box">
        <Input.Search
          allowClear
          placeholder={t({ zh: '搜索车场', en: 'Search lots' })}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onSearch={() => lots[0] && choose(lots[0].id)}
        />
        <div className="lot-map-filters">
          <PlaceFilter to="region" label={{ zh: '行政区域', en: 'Region' }} value={regionId} onChange={setRegion} />
          <PlaceFilter to="area" label={{ zh: '片区', en: 'Area' }} value={areaId} onChange={setArea} />
        </div>
        <Segmented<LotFilter>
          block
          size="small"
          value={filter}
          onChange={setFilter}
          options={Object.entries(LotFilter).map(([value, label]) => ({ value: value as LotFilter, label: t(label) }))}
        />
        <p className="by-small by-faint lot-map-count">
          {t({ zh: '共 {n} 个车场', en: '{n} lots' }, { n: countText(lots.length) })}
          {found.data?.isCut && t({ zh: '，仅显示最大的一万个', en: ', only the ten thousand largest are shown' })}
          <span>
            {t({ zh: '车流热力', en: 'Traffic' })}{' '}
            <Switch
              size="small"
              aria-label={t({ zh: '车流热力', en: 'Traffic' })}
              checked={showsHeat}
              onChange={setHeat}
              disabled={!canDraw()}
            />
          </span>
        </p>
        <LotRows lots={lots} chosenId={lotId} onChoose={choose} />
      </section>
      <div className="lot-map-stage">
        {canDraw() ? (
          <Suspense fallback={<Skeleton lines={8} />}>
            <MapCanvas source={source.data} lots={lots} chosenId={lotId} showsHeat={showsHeat} onChoose={choose} />
          </Suspense>
        ) : (
          <p className="lot-map-none">
            {t({
              zh: '当前浏览器不支持 WebGL，无法显示地图；左侧列表照常可用。',
              en: 'This browser has no WebGL, so the map cannot be drawn. The list works as usual.',
            })}
          </p>
        )}
        <Legend hasBase={!source.data.tiles} />
      </div>
      {lotId && <LotCard key={lotId} lotId={lotId} onClose={() => choose(null)} />}
    </div>
  );
}

/** A filter by region or area; its label is for screen readers. */
function PlaceFilter({
  to,
  label,
  value,
  onChange,
}: {
  to: 'region' | 'area';
  label: Label;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const t = useText();
  const id = useId();
  return (
    <div>
      <label className="by-sr" htmlFor={id}>
        {t(label)}
      </label>
      <ReferenceInput id={id} to={to} value={value} onChange={onChange} placeholder={t(label)} />
    </div>
  );
}

/** The lots as a list, those with trouble and the fullest first. */
function LotRows({
  lots,
  chosenId,
  onChoose,
}: {
  lots: readonly MapLot[];
  chosenId: string | null;
  onChoose: (lotId: string) => void;
}) {
  const t = useText();
  const shown = useMemo(
    () =>
      lots
        .toSorted((a, b) => b.alarms + b.offline - a.alarms - a.offline || (shareOf(b) ?? 0) - (shareOf(a) ?? 0))
        .slice(0, LISTED),
    [lots],
  );
  if (shown.length === 0)
    return <p className="by-small by-faint lot-map-nothing">{t({ zh: '没有符合条件的车场', en: 'No lot matches' })}</p>;
  return (
    <ul className="lot-map-list">
      {shown.map((one) => (
        <li key={one.id}>
          <button type="button" aria-pressed={one.id === chosenId} onClick={() => onChoose(one.id)}>
            <i style={{ background: colorOfShare(shareOf(one)) }} />
            <span>
              {one.name}
              <small className="by-faint">
                {[
                  one.longitude === null && t({ zh: '未设坐标', en: 'no coordinates' }),
                  !one.isOpen && t({ zh: '未营业', en: 'not open' }),
                  one.offline > 0 && t({ zh: '离线 {n}', en: 'offline: {n}' }, { n: one.offline }),
                  one.alarms > 0 && t({ zh: '报警 {n}', en: 'alarms: {n}' }, { n: one.alarms }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <b className="by-figure">{shareText(shareOf(one))}</b>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What the colours mean, and what the ground is where no tiles are configured. */
function Legend({ hasBase }: { hasBase: boolean }) {
  const t = useText();
  return (
    <div className="lot-map-legend by-small">
      {OCCUPANCY_STEPS.map(({ color, label }) => (
        <span key={color}>
          <i style={{ background: color }} />
          {t(label)}
        </span>
      ))}
      {hasBase && (
        <span className="by-faint" title="MAP_TILES">
          {t({ zh: '示意底图（未配置瓦片）', en: 'Sketched ground, no tiles configured' })}
        </span>
      )}
    </div>
  );
}
