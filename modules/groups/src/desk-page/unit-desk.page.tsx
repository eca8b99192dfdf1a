import {
  ActButton,
  call,
  Empty,
  ErrorState,
  ListPage,
  now,
  nullIf,
  OperationDialog,
  Plate,
  refreshLists,
  SENT_FOR_REVIEW,
  Skeleton,
  useAddressWord,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { unitRefusal } from '../unit/unit.contract.ts';
import {
  addDeskVehicles,
  cancelDeskVisitor,
  deskPassList,
  deskRequestList,
  deskVehicleList,
  deskVisitorList,
  endDeskVehicle,
  getUnitDesk,
  inviteVisitor,
  type UnitDesk,
} from '../unit-desk/unit-desk.contract.ts';
import { DeskAccounts } from './desk-account.view.tsx';
import { DeskBills } from './desk-bill.view.tsx';
import { UnitDeskHead } from './desk-head.view.tsx';
import './unit-desk.css';

const NO_UNIT = {
  zh: '单位的账号在“单位账号”中新增，登录后在此管理本单位的车辆与访客',
  en: 'Accounts of units are added on the page of unit accounts; they manage their vehicles and visitors here',
};
const TABS = {
  vehicles: { zh: '车辆', en: 'Vehicles' },
  visitors: { zh: '访客', en: 'Visitors' },
  passes: { zh: '通行', en: 'Passes' },
  bills: { zh: '账单', en: 'Bills' },
  requests: { zh: '车辆申请', en: 'Requests' },
  accounts: { zh: '账号', en: 'Accounts' },
} as const;
type Tab = keyof typeof TABS;
const NEEDS_APPROVAL = {
  zh: '提交后由停车场审核，通过后生效',
  en: 'The operator of the lot approves them before they hold',
};
const DAY_MS = 86_400_000;
const OVER = { zh: '已取消或已过期', en: 'It was cancelled or is over' };

/** The desk of a unit: its spots now, vehicles, visitors, passes, bills and accounts. */
export default function UnitDeskPage() {
  const t = useText();
  const language = useLanguage();
  const [word, setWord] = useAddressWord('tab');
  const { data, error, refetch } = useQuery({
    queryKey: ['unit-desk', language],
    queryFn: ({ signal }) => call(getUnitDesk, {}, { signal, isQuiet: true }).catch(nullIf(unitRefusal['not-staff'])),
    refetchInterval: 30_000,
  });
  if (data === null) return <Empty title={unitRefusal['not-staff']} hint={NO_UNIT} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  const shown: Tab = word !== null && word in TABS ? (word as Tab) : 'vehicles';
  const offered = (Object.keys(TABS) as Tab[]).filter((one) => one !== 'accounts' || data.isManager);
  const above = () => (
    <>
      <UnitDeskHead desk={data} />
      <Segmented
        value={shown}
        options={offered.map((value) => ({ value, label: t(TABS[value]) }))}
        onChange={(next) => setWord(next === 'vehicles' ? null : next)}
      />
    </>
  );
  return <Shown desk={data} tab={shown} above={above} onChanged={() => void refetch()} />;
}

interface TabProps {
  readonly desk: UnitDesk;
  readonly above: () => ReactNode;
  readonly onChanged: () => void;
}

function Shown({ tab, ...props }: TabProps & { tab: Tab }) {
  switch (tab) {
    case 'vehicles':
      return <Vehicles {...props} />;
    case 'visitors':
      return <Visitors {...props} />;
    case 'passes':
      return <Passes {...props} />;
    case 'bills':
      return (
        <DeskBills unitName={props.desk.name} above={props.above} onChanged={props.onChanged} title={TABS.bills} />
      );
    case 'requests':
      return <ListPage source={deskRequestList} title={TABS.requests} above={props.above} />;
    case 'accounts':
      return <DeskAccounts above={props.above} />;
  }
}

function Vehicles({ desk, above, onChanged }: TabProps) {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const done = async () => {
    onChanged();
    await refreshLists(deskVehicleList.name);
  };
  return (
    <ListPage
      source={deskVehicleList}
      columns={['plate', 'departmentName', 'driverName', 'isInside', 'validFrom', 'validUntil', 'remark']}
      cells={{
        plate: { width: 132, cell: (row) => <Plate text={row.plate} /> },
        departmentName: { width: 140, isGrowing: true },
        driverName: { width: 110 },
        isInside: { width: 84 },
        remark: { isHiddenAtFirst: true },
      }}
      above={above}
      toolbar={() => (
        <ActButton type="primary" access={addDeskVehicles.access} onAct={() => setAdding(true)}>
          {t(addDeskVehicles.title)}
        </ActButton>
      )}
      rowActs={(row) => (
        <ActButton
          type="link"
          danger
          access={endDeskVehicle.access}
          onAct={async () => {
            await call(endDeskVehicle, { id: row.id });
            await done();
          }}
        >
          {t({ zh: '移出', en: 'Remove' })}
        </ActButton>
      )}
      actsWidth={84}
      empty={{
        title: { zh: '还没有车辆', en: 'No vehicles yet' },
        hint: { zh: '新增车牌，本单位的车共用车位', en: 'Add plates: the cars of the unit share its spots' },
      }}
    >
      {() => (
        <OperationDialog
          isOpen={isAdding}
          of={addDeskVehicles}
          given={{}}
          fields={addDeskVehicles.input}
          parts={{
            departmentId: ({ id, value, onChange }) => (
              <Select
                id={id}
                allowClear
                value={value ?? undefined}
                options={desk.departments.map((one) => ({ value: one.id, label: one.name }))}
                onChange={(next?: string) => onChange(next ?? null)}
              />
            ),
          }}
          {...(desk.hasFreeVehicles ? {} : { hint: NEEDS_APPROVAL })}
          done={({ addedCount, isPending }) =>
            isPending ? SENT_FOR_REVIEW : { zh: `已新增${addedCount}辆`, en: `${addedCount} added` }
          }
          onClose={() => setAdding(false)}
          onDone={done}
        />
      )}
    </ListPage>
  );
}

function Visitors({ desk, above }: TabProps) {
  const t = useText();
  const [isInviting, setInviting] = useState(false);
  const done = () => refreshLists(deskVisitorList.name);
  const whyNot = desk.hasPaidVisits
    ? null
    : { zh: '合同未约定承担访客停车费', en: 'The contract does not pay for visitors' };
  return (
    <ListPage
      source={deskVisitorList}
      columns={[
        'plate',
        'visitorName',
        'hostName',
        'validFrom',
        'validUntil',
        'minutes',
        'costFen',
        'invitedBy',
        'cancelledAt',
      ]}
      cells={{
        plate: { width: 132, cell: (row) => <Plate text={row.plate} /> },
        visitorName: { width: 100 },
        hostName: { width: 110, isGrowing: true },
        minutes: { width: 96 },
        costFen: { width: 100 },
        invitedBy: { width: 110 },
      }}
      above={above}
      toolbar={() => (
        <ActButton type="primary" access={inviteVisitor.access} disabledReason={whyNot} onAct={() => setInviting(true)}>
          {t(inviteVisitor.title)}
        </ActButton>
      )}
      rowActs={(row) => (
        <ActButton
          type="link"
          danger
          access={cancelDeskVisitor.access}
          disabledReason={row.cancelledAt === null && row.validUntil > now() ? null : OVER}
          onAct={async () => {
            await call(cancelDeskVisitor, { id: row.id });
            await done();
          }}
        >
          {t({ zh: '取消', en: 'Cancel' })}
        </ActButton>
      )}
      actsWidth={84}
      empty={{
        title: { zh: '还没有访客', en: 'No visitors yet' },
        hint: { zh: '邀请访客，停车费由本单位承担', en: 'Invite visitors: the unit pays for their parking' },
      }}
    >
      {() => (
        <OperationDialog
          isOpen={isInviting}
          of={inviteVisitor}
          given={{}}
          fields={inviteVisitor.input}
          initial={{ validFrom: now(), validUntil: new Date(now().getTime() + DAY_MS) }}
          done={{ zh: '已邀请', en: 'Invited' }}
          onClose={() => setInviting(false)}
          onDone={done}
        />
      )}
    </ListPage>
  );
}

function Passes({ above }: TabProps) {
  return (
    <ListPage
      source={deskPassList}
      title={TABS.passes}
      above={above}
      cells={{
        plate: { width: 132, cell: (row) => <Plate text={row.plate} /> },
        person: { width: 100 },
        lotName: { width: 140, isGrowing: true },
      }}
    />
  );
}
