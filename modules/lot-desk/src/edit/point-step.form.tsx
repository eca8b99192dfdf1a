import { gcj02Of, type Place, placeIn, roundPlace, wgs84Of } from '@boyun/domain/place';
import { lot } from '@boyun/facilities/contract';
import type { Listed, Values } from '@boyun/kernel/contract';
import { ActButton, type Draft, notify, RecordForm, useListing, useText } from '@boyun/kernel/web';
import { Button, Input, Segmented } from 'antd';
import { LocateFixed } from 'lucide-react';
import { useMemo, useState } from 'react';
import { PlaceMap } from '../map/place-map.view.tsx';

type Lot = Listed<typeof lot>;
type System = 'wgs84' | 'gcj02';

const { address, longitude, latitude } = lot.fields;
/** The map spans the full width of the form and sets the two fields above it. */
const point = {
  ...longitude,
  isLong: true,
  label: { zh: '选取坐标', en: 'Pick the coordinates' },
  hint: {
    zh: '点击设置位置，也可拖动图钉；小圆点是其他车场。',
    en: 'Click to set, or drag the pin; small dots are other lots.',
  },
};

/** The location of the lot: pasted from a map, read from this device, typed, or set on the map. */
export function PointStep({
  row,
  onSave,
}: {
  row: Lot;
  onSave: (values: Partial<Values<typeof lot.fields>>) => Promise<void>;
}) {
  return (
    <RecordForm
      fields={{ longitude, latitude, address, point }}
      initial={row}
      onSubmit={({ point: _, ...values }) => onSave(values)}
      parts={{
        point: ({ values, setValues }) => (
          <PointInput ownId={row.id} place={placeOf(values)} onChange={(place) => setValues({ ...place })} />
        ),
      }}
    />
  );
}

function placeOf({ longitude: east, latitude: north }: Pick<Draft<typeof lot.fields>, keyof Place>): Place | null {
  return typeof east === 'number' && typeof north === 'number' ? { longitude: east, latitude: north } : null;
}

function PointInput({
  ownId,
  place,
  onChange,
}: {
  ownId: string;
  place: Place | null;
  onChange: (place: Place) => void;
}) {
  const t = useText();
  const [system, setSystem] = useState<System>('gcj02');
  const [pasted, setPasted] = useState('');
  const others = useListing(lot, { page: 1, perPage: 200 });
  const rows = others.data?.rows;
  const landmarks = useMemo(
    () =>
      (rows ?? []).flatMap((one) => {
        const at = placeOf(one);
        return at && one.id !== ownId ? [{ ...at, name: one.name }] : [];
      }),
    [rows, ownId],
  );
  const found = placeIn(pasted);
  const drawn = place && gcj02Of(place);
  const take = () => {
    onChange(system === 'gcj02' ? wgs84Of(found!) : found!);
    setPasted('');
  };
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => onChange(roundPlace(coords)),
      () => notify('warn', { zh: '浏览器没有给出当前位置', en: 'The browser did not provide the current location' }),
      { enableHighAccuracy: true, timeout: 10_000 },
    );
  return (
    <div className="point-input">
      <div className="point-paste">
        <Input
          aria-label={t({ zh: '粘贴坐标或地图链接', en: 'Paste coordinates or a map link' })}
          placeholder={t({
            zh: '粘贴坐标或地图链接，如 113.934528,22.540503',
            en: 'Paste coordinates or a map link, e.g. 113.934528,22.540503',
          })}
          value={pasted}
          onChange={({ target }) => setPasted(target.value)}
        />
        <Segmented<System>
          value={system}
          options={[
            { value: 'gcj02', label: t({ zh: '高德、腾讯', en: 'Amap, Tencent' }) },
            { value: 'wgs84', label: 'GPS' },
          ]}
          onChange={setSystem}
        />
        <ActButton
          disabledReason={found ? null : { zh: '请先粘贴经纬度', en: 'Paste the longitude and latitude first' }}
          onAct={take}
        >
          {t({ zh: '填入', en: 'Fill in' })}
        </ActButton>
        {'geolocation' in navigator && (
          <Button icon={<LocateFixed />} onClick={locate}>
            {t({ zh: '当前位置', en: 'Current location' })}
          </Button>
        )}
      </div>
      <PlaceMap value={place} landmarks={landmarks} onChange={onChange} />
      {drawn && (
        <p className="by-small by-faint">
          {t({ zh: '国内地图上（GCJ-02）：', en: 'On Chinese maps (GCJ-02): ' })}
          <span className="by-figure">{`${drawn.longitude}, ${drawn.latitude}`}</span>
        </p>
      )}
    </div>
  );
}
