import {
  choicesOf,
  FilterSwitch,
  list,
  listLink,
  Money,
  now,
  ResourcePage,
  Skeleton,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { OverQuota, type Unit, unit } from '../unit/unit.contract.ts';
import { unitAccountList } from '../unit-account/unit-account.contract.ts';
import { UnitBillState, unitBillList } from '../unit-bill/unit-bill.contract.ts';
import { unitQuota } from '../unit-quota/unit-quota.contract.ts';
import './unit.css';

const RULES = choicesOf(OverQuota);
const SHOWN = 6;

/** Units with their spots, how many are taken, and what they owe. */
export default function UnitPage() {
  return (
    <ResourcePage
      of={unit}
      startWith={() => ({ validFrom: now() })}
      moreTools={(context) => <FilterSwitch context={context} filter="overQuota" choices={RULES} />}
      cells={{
        name: { width: 180, isGrowing: true },
        groupId: { width: 130 },
        status: { width: 84 },
        lotIds: { width: 180 },
        spotCount: { width: 72 },
        takenCount: { width: 108, cell: (row) => <Taken taken={row.takenCount} spots={row.spotCount} /> },
        vehicleCount: {
          width: 72,
          cell: (row) => <Link to={listLink('/_cloud_group/vehicle', { unitId: row.id })}>{row.vehicleCount}</Link>,
        },
        overQuota: { width: 130 },
        owedFen: { width: 110, cell: (row) => <Money fen={row.owedFen} isStrong={row.owedFen > 0} /> },
        validUntil: { width: 134 },
      }}
      detailWidth={720}
      moreDetail={(row) => <Detail row={row as unknown as Unit} />}
      empty={{
        title: { zh: '还没有单位', en: 'No units yet' },
        hint: {
          zh: '新增单位，设置它在各车场的车位数与月租，再登记车辆；多辆车共用车位',
          en: 'Add a unit, its spots in each lot and their rent, then its vehicles, which share the spots',
        },
      }}
    />
  );
}

/** How many spots are taken: a bar, and the count in words of the number. */
export function Taken({ taken, spots }: { taken: number; spots: number }) {
  const share = spots > 0 ? Math.min(1, taken / spots) : taken > 0 ? 1 : 0;
  return (
    <span className={share >= 1 && spots > 0 ? 'unit-taken is-full' : 'unit-taken'}>
      <i>
        <b style={{ width: `${share * 100}%` }} />
      </i>
      <span>
        {taken}/{spots}
      </span>
    </span>
  );
}

function Detail({ row }: { row: Unit }) {
  return (
    <>
      <Places unitId={row.id} />
      <Bills unitId={row.id} />
      <Accounts unitId={row.id} />
    </>
  );
}

/** A part of the drawer: the first rows of a list with a link to all of them. */
function Part({
  title,
  to,
  lines,
}: {
  title: { zh: string; en: string };
  to: string;
  lines: readonly ReactNode[] | undefined;
}) {
  const t = useText();
  return (
    <section>
      <h3 className="by-card-title">
        {t(title)}
        <Link to={to}>{t({ zh: '全部与新增', en: 'All, and add one' })}</Link>
      </h3>
      {!lines ? (
        <Skeleton lines={2} />
      ) : lines.length === 0 ? (
        <p className="by-hint">{t({ zh: '暂无', en: 'Nothing yet' })}</p>
      ) : (
        <ul className="unit-lines">{lines}</ul>
      )}
    </section>
  );
}

function Places({ unitId }: { unitId: string }) {
  const t = useText();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['list', unitQuota.name, unitId, language],
    queryFn: ({ signal }) => list(unitQuota, { unitId, page: 1, perPage: 50 }, { signal, isQuiet: true }),
  });
  return (
    <Part
      title={unitQuota.title}
      to={listLink('/_cloud_group/quota', { unitId })}
      lines={data?.rows.map((one) => (
        <li key={one.id}>
          <b>{one.lotName}</b>
          <span>
            {one.spots} {t({ zh: '个车位', en: 'spots' })}
          </span>
          <span>
            <Money fen={one.spotFeeFen} /> {t({ zh: '/车位·月', en: 'per spot and month' })}
          </span>
        </li>
      ))}
    />
  );
}

function Bills({ unitId }: { unitId: string }) {
  const t = useText();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['list', unitBillList.name, unitId, language],
    queryFn: ({ signal }) => list(unitBillList, { unitId, page: 1, perPage: SHOWN }, { signal, isQuiet: true }),
  });
  return (
    <Part
      title={unitBillList.title}
      to={listLink('/_cloud_group/bill', { unitId })}
      lines={data?.rows.map((one) => (
        <li key={one.id}>
          <b>
            {one.month} {one.lotName}
          </b>
          <span className="by-faint">{t(UnitBillState[one.state])}</span>
          <Money fen={one.amountFen} isStrong />
        </li>
      ))}
    />
  );
}

function Accounts({ unitId }: { unitId: string }) {
  const t = useText();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['list', unitAccountList.name, unitId, language],
    queryFn: ({ signal }) => list(unitAccountList, { unitId, page: 1, perPage: SHOWN }, { signal, isQuiet: true }),
  });
  return (
    <Part
      title={unitAccountList.title}
      to={listLink('/_cloud_group/account', { unitId })}
      lines={data?.rows.map((one) => (
        <li key={one.id}>
          <b>{one.name}</b>
          <span className="by-faint">{one.account}</span>
          <span>{one.isManager ? t(unitAccountList.columns.isManager.label) : ''}</span>
        </li>
      ))}
    />
  );
}
