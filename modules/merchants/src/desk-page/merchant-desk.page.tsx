import {
  call,
  Empty,
  ErrorState,
  FigureBox,
  ListPage,
  moneyText,
  nullIf,
  OperationDialog,
  Plate,
  refreshLists,
  Skeleton,
  useAddressWord,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Alert, Segmented } from 'antd';
import type { ReactNode } from 'react';
import {
  addDeskStaff,
  type Desk,
  freezeDeskStaff,
  getDesk,
  getDeskStaff,
  revokeAtDesk,
} from '../desk/desk.contract.ts';
import { DeskOpenTopUps, DeskTopUp } from '../desk-pay/desk-pay.view.tsx';
import { deskGrantList } from '../grant/grant.contract.ts';
import { merchantRefusal } from '../merchant/merchant.contract.ts';
import { staffField } from '../merchant/merchant-act.contract.ts';
import { useRevokeGrant } from '../merchant-page/revoke-grant.view.tsx';
import { StaffList } from '../merchant-page/staff-list.view.tsx';
import { deskEntryList, deskStatementList } from '../statement/statement.contract.ts';
import { GrantPanel } from './grant-panel.view.tsx';
import './merchant-desk.css';

const NO_MERCHANT = {
  zh: '商家的账号在“商家优惠”中新增，登录后在此发放优惠',
  en: 'Accounts of merchants are added on the page of merchants; they grant discounts here',
};
const TABS = {
  grant: { zh: '发放', en: 'Grant' },
  grants: { zh: '记录', en: 'Grants' },
  entries: { zh: '账目', en: 'Entries' },
  statements: { zh: '对账单', en: 'Statements' },
  accounts: { zh: '账号', en: 'Accounts' },
} as const;
type Tab = keyof typeof TABS;

/** The desk of a merchant: its credit, grants by plate and by codes, records, statements and accounts; on a phone too. */
export default function MerchantDeskPage() {
  const t = useText();
  const language = useLanguage();
  const [word, setWord] = useAddressWord('tab');
  const { data, error, refetch } = useQuery({
    queryKey: ['merchant-desk', language],
    queryFn: ({ signal }) => call(getDesk, {}, { signal, isQuiet: true }).catch(nullIf(merchantRefusal['not-staff'])),
    refetchInterval: 30_000,
  });
  if (data === null) return <Empty title={merchantRefusal['not-staff']} hint={NO_MERCHANT} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  const shown: Tab = word !== null && word in TABS ? (word as Tab) : 'grant';
  const offered = (Object.keys(TABS) as Tab[]).filter((one) => one !== 'accounts' || data.isManager);
  const tabs = (
    <Segmented
      value={shown}
      options={offered.map((value) => ({ value, label: t(TABS[value]) }))}
      onChange={(next) => setWord(next === 'grant' ? null : next)}
    />
  );
  return <Shown desk={data} tab={shown} tabs={tabs} onChanged={() => void refetch()} />;
}

function Shown({ desk, tab, tabs, onChanged }: { desk: Desk; tab: Tab; tabs: ReactNode; onChanged: () => void }) {
  const t = useText();
  switch (tab) {
    case 'grants':
      return <Grants tabs={tabs} onChanged={onChanged} />;
    case 'entries':
      return <ListPage source={deskEntryList} toolbar={() => tabs} />;
    case 'statements':
      return <ListPage source={deskStatementList} toolbar={() => tabs} />;
    case 'accounts':
      return (
        <div className="desk-page">
          <div className="by-row">{tabs}</div>
          <section className="by-card-box">
            <Accounts />
          </section>
        </div>
      );
    case 'grant':
      return (
        <div className="desk-page">
          <header className="desk-head">
            <h1>{desk.name}</h1>
            <span className="by-faint">{desk.lotNames.join('、')}</span>
            <span className="desk-tabs">{tabs}</span>
          </header>
          {desk.problem && <Alert type="error" showIcon title={desk.problem} />}
          {!desk.problem && desk.isLow && (
            <Alert
              type="warning"
              showIcon
              title={t(
                {
                  zh: '可用额度仅剩¥{yuan}，请及时充值',
                  en: 'Only ¥{yuan} is available: top it up in time',
                },
                { yuan: moneyText(desk.availableFen) },
              )}
            />
          )}
          <DeskOpenTopUps desk={desk} onChanged={onChanged} />
          <Figures desk={desk} onChanged={onChanged} />
          <GrantPanel desk={desk} onChanged={onChanged} />
        </div>
      );
  }
}

function Figures({ desk, onChanged }: { desk: Desk; onChanged: () => void }) {
  const t = useText();
  return (
    <div className="desk-figures">
      <FigureBox label={{ zh: '可用额度', en: 'Available' }}>
        <b>{moneyText(desk.availableFen)}</b>
        <small>
          {t({ zh: '余额', en: 'Balance' })} {moneyText(desk.balanceFen)}
          {desk.limitFen !== null && ` · ${t({ zh: '授信', en: 'limit' })} ${moneyText(desk.limitFen)}`}
          {` · ${t({ zh: '已发未用', en: 'held' })} ${moneyText(desk.reservedFen)}`}
        </small>
        <DeskTopUp desk={desk} onChanged={onChanged} />
      </FigureBox>
      <FigureBox label={{ zh: '今日发放', en: 'Granted today' }}>
        <b>{desk.grantedToday}</b>
      </FigureBox>
      <FigureBox label={{ zh: '今日使用', en: 'Used today' }}>
        <b>{desk.usedToday}</b>
        <small>¥{moneyText(desk.usedTodayFen)}</small>
      </FigureBox>
    </div>
  );
}

function Accounts() {
  const t = useText();
  return (
    <StaffList
      calls={{
        key: 'own',
        access: addDeskStaff.access,
        read: () => call(getDeskStaff, {}),
        freeze: (id, isFrozen) => call(freezeDeskStaff, { id, isFrozen }),
        addDialog: (onClose, onMade) => (
          <OperationDialog
            isOpen
            of={addDeskStaff}
            given={{}}
            fields={staffField}
            title={t(addDeskStaff.title)}
            onClose={onClose}
            onDone={({ initialPassword }, { account }) => onMade({ account, password: initialPassword })}
          />
        ),
      }}
    />
  );
}

function Grants({ tabs, onChanged }: { tabs: ReactNode; onChanged: () => void }) {
  const [revokeAct, revokeDialog] = useRevokeGrant(revokeAtDesk, () => {
    onChanged();
    return refreshLists(deskGrantList.name);
  });
  return (
    <>
      <ListPage
        source={deskGrantList}
        columns={[
          'plate',
          'discountName',
          'state',
          'way',
          'grantedAt',
          'validUntil',
          'usedFen',
          'usedAt',
          'lotName',
          'grantedBy',
        ]}
        filters={['plate', 'from', 'to', 'state', 'way']}
        cells={{
          plate: { width: 132, cell: (row) => <Plate text={row.plate} /> },
          discountName: { width: 160, isGrowing: true },
          state: { width: 104 },
          way: { width: 100 },
          usedFen: { width: 96 },
        }}
        toolbar={() => tabs}
        rowActs={revokeAct}
        actsWidth={76}
        empty={{
          title: { zh: '还没有发放记录', en: 'Nothing granted yet' },
          hint: {
            zh: '在“发放”中输入车牌，或让顾客扫码',
            en: 'Enter a plate under "Grant", or let customers scan a code',
          },
        }}
      />
      {revokeDialog}
    </>
  );
}
