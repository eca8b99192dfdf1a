import './profile.css';
import { gcj02Of } from '@boyun/domain/place';
import { plateColorLabel } from '@boyun/domain/plate';
import { vehicleKindWords } from '@boyun/domain/vehicle-kind';
import { lot, SpotKind } from '@boyun/facilities/contract';
import type { Listed, Output } from '@boyun/kernel/contract';
import {
  call,
  can,
  countText,
  Empty,
  ErrorState,
  FieldList,
  getRow,
  listLink,
  moneyText,
  NoPermission,
  Picture,
  ReferenceInput,
  Skeleton,
  StateDot,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { PlaceCodeAct } from '@boyun/payments/web';
import { useQuery } from '@tanstack/react-query';
import { Button, Typography } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { PlaceMap } from '../map/place-map.view.tsx';
import { LotOpening, Readiness } from '../opening/opening.view.tsx';
import { Structure } from '../structure/structure.view.tsx';
import WorkbookImport from '../workbook/workbook-import.view.tsx';
import { getLotProfile } from './profile.contract.ts';

type Lot = Listed<typeof lot>;
type Profile = Output<typeof getLotProfile>;

const REFRESH_MS = 30_000;
const EDIT_NEW = listLink('/_cloud_basic/parkEdit', { lotId: 'new' });

/** The profile of one lot, named in the address. */
export default function ProfilePage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const first = useListing(lot, { page: 1, perPage: 20 }, { isOff: query.has('lotId') });
  const lotId = query.get('lotId') ?? first.data?.rows[0]?.id ?? null;
  if (!can(lot.can.list)) return <NoPermission />;
  return (
    <div className="by-page">
      <h1 className="by-sr">{t(getLotProfile.title)}</h1>
      <div className="profile-choice">
        <label className="by-sr" htmlFor="profile-lot">
          {t(lot.title)}
        </label>
        <ReferenceInput
          id="profile-lot"
          to={lot.name}
          value={lotId}
          isRequired
          placeholder={t({ zh: '选择车场', en: 'Choose a lot' })}
          onChange={(next) => setQuery(next ? { lotId: next } : {}, { replace: true })}
        />
        <WorkbookImport />
      </div>
      {lotId && <Profile key={lotId} lotId={lotId} />}
      {!lotId && first.isPending && <Skeleton lines={10} />}
      {!lotId && first.data && (
        <Empty
          title={{ zh: '还没有车场', en: 'No lots yet' }}
          hint={{
            zh: '一步一步新建，或用工作簿一次导入整个车场',
            en: 'Add one step by step, or import a whole lot from a workbook',
          }}
          action={can(lot.can.create) && <Link to={EDIT_NEW}>{t({ zh: '新建车场', en: 'New lot' })}</Link>}
        />
      )}
    </div>
  );
}

function Profile({ lotId }: { lotId: string }) {
  const asked = useQuery({
    queryKey: ['list', lot.name, 'profile', lotId],
    queryFn: async ({ signal }) => {
      const options = { signal, isQuiet: true };
      const [row, profile] = await Promise.all([getRow(lot, lotId, options), call(getLotProfile, { lotId }, options)]);
      return { row, profile };
    },
    refetchInterval: REFRESH_MS,
  });
  if (asked.error && !asked.data) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={12} />;
  return <Shown {...asked.data} />;
}

function Shown({ row, profile }: { row: Lot; profile: Profile }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <>
      <Part
        title={row.name}
        extra={
          <>
            <LotOpening row={row} />
            <Suspense fallback={null}>
              <PlaceCodeAct kind="lot" placeId={row.id} lotId={row.id} name={row.name} />
            </Suspense>
            {can(lot.can.update) && (
              <Button size="small" onClick={() => navigate(listLink('/_cloud_basic/parkEdit', { lotId: row.id }))}>
                {t({ zh: '编辑车场', en: 'Edit the lot' })}
              </Button>
            )}
          </>
        }
      >
        <Figures row={row} profile={profile} />
      </Part>
      {row.state === 'preparing' && <Readiness row={row} />}
      <div className="profile-columns">
        <div>
          <Part title={t({ zh: '基本信息', en: 'Profile' })}>
            <FieldList
              fields={lot.allFields}
              keys={[
                'code',
                'kind',
                'licenseNo',
                'operatorName',
                'openingHours',
                'contactName',
                'contactPhone',
                'regionId',
                'areaId',
                'outerLotId',
                'timeZone',
                'address',
                'remark',
              ]}
              row={row}
            />
            <Point row={row} />
            {row.pictures.length > 0 && (
              <div className="profile-pictures">
                {row.pictures.map((one) => (
                  <Picture key={one} address={one} label={lot.fields.pictures.label} />
                ))}
              </div>
            )}
          </Part>
          <Part title={t({ zh: '现行收费', en: 'Tariffs in force' })}>
            <Tariffs tariffs={profile.tariffs} />
          </Part>
          <Part
            title={t({ zh: '车位', en: 'Spots' })}
            extra={
              <Link to={listLink('/_cloud_basic/spot', { lotId: row.id })}>
                {t({ zh: '全部车位', en: 'All spots' })}
              </Link>
            }
          >
            <Spots spots={profile.spots} isRoadside={row.kind === 'roadside'} />
          </Part>
        </div>
        <Part title={t({ zh: '结构与设备', en: 'Structure and devices' })}>
          <Structure lotId={row.id} />
        </Part>
      </div>
    </>
  );
}

function Part({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <section className="by-sheet profile-part">
      <div className="profile-head">
        <h2>{title}</h2>
        <span className="by-row">{extra}</span>
      </div>
      {children}
    </section>
  );
}

function Figures({ row, profile }: { row: Lot; profile: Profile }) {
  const t = useText();
  const list = [
    {
      label: { zh: '在场车辆', en: 'Cars inside' },
      text: `${countText(profile.carsInside)} / ${countText(row.capacity)}`,
      to: listLink('/_cloud_operation/inLot', { lotId: row.id }),
    },
    {
      label: getLotProfile.output.entries.label,
      text: countText(profile.entries),
      to: listLink('/_cloud_operation/order', { lotId: row.id }),
    },
    {
      label: getLotProfile.output.exits.label,
      text: countText(profile.exits),
      to: listLink('/_cloud_operation/passRecord', { lotId: row.id, direction: 'exit' }),
    },
    {
      label: { zh: '今日实收（元）', en: 'Received today (¥)' },
      text: moneyText(profile.receivedFen),
      to: listLink('/_cloud_operation/payment', { lotId: row.id, state: 'succeeded' }),
    },
    {
      label: getLotProfile.output.openAlarms.label,
      text: countText(profile.openAlarms),
      to: listLink('/_cloud_operation/Alarm_Dispose', { lotId: row.id }),
    },
    {
      label: { zh: '在线相机', en: 'Cameras online' },
      text: `${profile.camerasOnline} / ${profile.cameras}`,
      to: listLink('/_cloud_device/camera', { lotId: row.id }),
    },
    {
      label: { zh: '在线盒子', en: 'Boxes online' },
      text: `${profile.boxesOnline} / ${profile.boxes}`,
      to: listLink('/_cloud_basic/boxManage', { lotId: row.id }),
    },
  ];
  return (
    <div className="profile-figures">
      {list.map(({ label, text, to }) => (
        <Link key={label.en} to={to}>
          <span className="by-small by-faint">{t(label)}</span>
          <span className="profile-figure by-figure">{text}</span>
        </Link>
      ))}
    </div>
  );
}

const NO_LANDMARKS: readonly [] = [];

/** The location of the lot. Chinese base maps use shifted coordinates, so both forms are shown for copying. */
function Point({ row }: { row: Lot }) {
  const t = useText();
  if (row.longitude === null || row.latitude === null)
    return <p className="by-small by-faint">{t({ zh: '未设置位置', en: 'No location set' })}</p>;
  const place = { longitude: row.longitude, latitude: row.latitude };
  const drawn = gcj02Of(place);
  return (
    <>
      <PlaceMap value={place} landmarks={NO_LANDMARKS} />
      <dl className="by-facts">
        {[
          { label: { zh: '坐标（WGS-84，GPS）', en: 'Coordinates (WGS-84, GPS)' }, at: place },
          { label: { zh: '坐标（GCJ-02，国内地图）', en: 'Coordinates (GCJ-02, Chinese maps)' }, at: drawn },
        ].map(({ label, at }) => (
          <div key={label.en}>
            <dt>{t(label)}</dt>
            <dd>
              <Typography.Text copyable className="by-figure">{`${at.longitude}, ${at.latitude}`}</Typography.Text>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Tariffs({ tariffs }: { tariffs: Profile['tariffs'] }) {
  const t = useText();
  const comma = t({ zh: '、', en: ', ' });
  if (tariffs.length === 0)
    return (
      <p className="profile-warn">
        {t({ zh: '没有绑定收费规则，车辆将不收费', en: 'No charge rule is bound, so cars are not charged' })}
      </p>
    );
  return (
    <ul className="profile-tariffs">
      {tariffs.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same rule may be bound twice
        <li key={place}>
          <Link to={listLink('/_cloud_operation/chargeRule', { rule: one.ruleId })}>{one.ruleName}</Link>{' '}
          {one.versionNumber === null ? (
            <StateDot tone="warn" label={{ zh: '没有生效的版本', en: 'No version in force' }} />
          ) : (
            <span className="by-faint">{`v${one.versionNumber}`}</span>
          )}
          <span className="by-small by-faint">
            {[
              one.scope,
              one.vehicleKinds.length > 0
                ? one.vehicleKinds.map((kind) => t(vehicleKindWords(kind))).join(comma)
                : t({ zh: '全部车型', en: 'all kinds' }),
              ...one.plateColors.map((color) => t(plateColorLabel[color as keyof typeof plateColorLabel])),
            ].join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The spots by kind. On the street a person says which are taken; elsewhere nobody knows it of spots without a detector. */
function Spots({ spots, isRoadside }: { spots: Profile['spots']; isRoadside: boolean }) {
  const t = useText();
  const shown = spots.filter((one) => one.planned > 0 || one.entered > 0);
  const { fields } = getLotProfile.output.spots.item!;
  return (
    <table className="profile-table">
      <thead>
        <tr>
          {(['kind', 'planned', 'entered', 'free'] as const).map((key) => (
            <th key={key} scope="col">
              {t(fields![key]!.label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((one) => (
          <tr key={one.kind}>
            <th scope="row">{t(SpotKind[one.kind])}</th>
            <td>{countText(one.planned)}</td>
            <td>{countText(one.entered)}</td>
            <td>
              {isRoadside || one.watched > 0 || one.entered === 0 ? (
                countText(one.free)
              ) : (
                <span className="by-faint">{t({ zh: '无检测', en: 'No detectors' })}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
