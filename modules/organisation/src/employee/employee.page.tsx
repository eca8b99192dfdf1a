import { NO_PLACES } from '@boyun/access/web';
import type { Label, Listed } from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  call,
  can,
  FieldList,
  type FormParts,
  type FormPartsOf,
  notify,
  ResourcePage,
  refreshLists,
  StateDot,
  TimeText,
  useText,
  useUser,
} from '@boyun/kernel/web';
import { Radio } from 'antd';
import { KeyRound, LogOut, Snowflake } from 'lucide-react';
import { useState } from 'react';
import { employee, forceLogout, freezeEmployee, issuePasswords, unfreezeEmployee } from './employee.contract.ts';
import { type Issued, PasswordsDialog } from './passwords-dialog.view.tsx';

type Row = Listed<typeof employee>;

const ONLINE = { zh: '在线', en: 'Signed in' };
const OFFLINE = { zh: '离线', en: 'Signed out' };
const SELF = { zh: '不能对自己的账号执行此操作', en: 'This is not possible on your own account' };

const freezeQuestion = ({ name }: Row): Label => ({
  zh: `冻结“${name}”后，其登录会话立即结束，直到解冻前不能再登录。确定冻结吗？`,
  en: `Freezing "${name}" ends the session immediately and blocks sign-in until it is unfrozen. Freeze it?`,
});
const resetQuestion = ({ name }: Row): Label => ({
  zh: `重置后“${name}”的原密码失效、登录会话结束，须用新的初始密码登录并修改。确定重置吗？`,
  en: `The old password of "${name}" stops working and the session ends. The new password must be changed at the first sign-in. Reset it?`,
});
const issueQuestion = (names: readonly string[]): Label => ({
  zh: `给“${names.join('”“')}”发放初始密码？首次登录时须修改。`,
  en: `Issue an initial password to "${names.join('", "')}"? It must be changed at the first sign-in.`,
});

const refresh = () => refreshLists(employee.name);

type Issue = (employeeIds: readonly string[], question?: Label) => Promise<void>;
type DisabledReason = (row: Row) => Label | null;

const COLUMNS = [
  'account',
  'name',
  'mobile',
  'departmentId',
  'jobKind',
  'roleNames',
  'lotCount',
  'state',
  'isOnline',
  'lastSignInAt',
] as const;

const CELLS: CellSlots<Row> = {
  account: { width: 120, isGrowing: false, cell: (row) => <b className="by-strong">{row.account}</b> },
  name: { width: 100, isGrowing: false },
  mobile: { width: 116, isGrowing: false },
  departmentId: { width: 120, isGrowing: false },
  jobKind: { width: 92 },
  roleNames: { label: { zh: '角色', en: 'Roles' }, width: 130, isGrowing: true },
  lotCount: { width: 104, align: 'start', cell: (row) => <LotCount row={row} /> },
  state: { width: 84 },
  isOnline: {
    label: { zh: '在线', en: 'Now' },
    width: 104,
    cell: (row) => <StateDot tone={row.isOnline ? 'good' : 'neutral'} label={row.isOnline ? ONLINE : OFFLINE} />,
  },
  lastSignInAt: { width: 150 },
};

/** The staff with roles, lots, passwords and sessions. */
export default function EmployeePage() {
  const me = useUser();
  const [issued, setIssued] = useState<readonly Issued[]>([]);
  const issue: Issue = async (employeeIds, question) => {
    const { passwords } = await call(issuePasswords, { employeeIds: [...employeeIds] }, { question });
    setIssued(passwords);
    await refresh();
  };
  const disabledReason = (row: Row) => (row.id === me.userId ? SELF : null);
  const acts = { issue, disabledReason };
  return (
    <>
      <ResourcePage
        of={employee}
        columns={COLUMNS}
        cells={CELLS}
        startWith={() => ({ hasAllLots: true })}
        deleteDisabledReason={disabledReason}
        formParts={scopeParts}
        actsWidth={236}
        rowActs={(row) => <AccountActs row={row} isText {...acts} />}
        onAdded={(id) => (can(issuePasswords.access) ? issue([id]) : undefined)}
        moreTools={({ listing }) => <IssueAll rows={listing?.rows ?? []} onIssue={issue} />}
        detail={(row) => <EmployeeDetail row={row} />}
        detailTitle={(row) => `${row.name} ${row.account}`}
        detailActs={(row) => (
          <>
            <AccountActs row={row} {...acts} />
            {row.isOnline && <SignOutButton row={row} disabledReason={disabledReason} />}
          </>
        )}
      />
      <PasswordsDialog issued={issued} onClose={() => setIssued([])} />
    </>
  );
}

/** Buttons of an account: issue or reset its password, freeze or unfreeze it. */
function AccountActs({
  row,
  isText = false,
  issue,
  disabledReason,
}: {
  row: Row;
  isText?: boolean;
  issue: Issue;
  disabledReason: DisabledReason;
}) {
  const t = useText();
  const look = isText ? ({ type: 'link', size: 'small' } as const) : ({ size: 'small' } as const);
  return (
    <>
      <ActButton
        {...look}
        icon={isText ? undefined : <KeyRound />}
        access={issuePasswords.access}
        disabledReason={disabledReason(row)}
        onAct={() => issue([row.id], row.hasPassword ? resetQuestion(row) : issueQuestion([row.name]))}
      >
        {row.hasPassword ? t({ zh: '重置密码', en: 'Reset' }) : t({ zh: '发放密码', en: 'Password' })}
      </ActButton>
      <ActButton
        {...look}
        icon={isText ? undefined : <Snowflake />}
        danger={row.state === 'active'}
        access={freezeEmployee.access}
        disabledReason={disabledReason(row)}
        onAct={async () => {
          if (row.state === 'active') {
            await call(freezeEmployee, { employeeId: row.id }, { question: freezeQuestion(row) });
            notify('good', { zh: '已冻结', en: 'Frozen' });
          } else {
            await call(unfreezeEmployee, { employeeId: row.id });
            notify('good', { zh: '已解冻', en: 'Unfrozen' });
          }
          await refresh();
        }}
      >
        {row.state === 'active' ? t({ zh: '冻结', en: 'Freeze' }) : t({ zh: '解冻', en: 'Unfreeze' })}
      </ActButton>
    </>
  );
}

/** Issues passwords to all accounts of the page that have none. */
function IssueAll({
  rows,
  onIssue,
}: {
  rows: readonly { readonly id: unknown; readonly name?: unknown; readonly hasPassword?: unknown }[];
  onIssue: Issue;
}) {
  const t = useText();
  const without = rows.filter((row) => row.hasPassword === false);
  if (without.length === 0) return null;
  return (
    <ActButton
      icon={<KeyRound />}
      access={issuePasswords.access}
      onAct={() =>
        onIssue(
          without.map((row) => String(row.id)),
          issueQuestion(without.map((row) => String(row.name))),
        )
      }
    >
      {t({ zh: '发放初始密码（{count}）', en: 'Issue passwords ({count})' }, { count: without.length })}
    </ActButton>
  );
}

function SignOutButton({ row, disabledReason }: { row: Row; disabledReason: DisabledReason }) {
  const t = useText();
  return (
    <ActButton
      size="small"
      icon={<LogOut />}
      access={forceLogout.access}
      disabledReason={disabledReason(row)}
      onAct={async () => {
        const question = { zh: `强制“${row.name}”下线？`, en: `Sign "${row.name}" out?` };
        await call(forceLogout, { employeeId: row.id }, { question });
        notify('good', { zh: '已强制下线', en: 'Signed out' });
        await refresh();
      }}
    >
      {t({ zh: '强制下线', en: 'Sign out' })}
    </ActButton>
  );
}

function EmployeeDetail({ row }: { row: Row }) {
  return (
    <FieldList
      fields={employee.allFields}
      keys={[
        'account',
        'name',
        'mobile',
        'departmentId',
        'jobKind',
        'roleNames',
        'dashboardPath',
        'hasAllLots',
        'lotCount',
        'state',
        'lastSignInAt',
        'hasPassword',
        'isOnline',
        'createdAt',
      ]}
      row={row}
      cells={{
        hasAllLots: <LotScope row={row} />,
        lotCount: <LotCount row={row} />,
        isOnline: <SessionNow row={row} />,
      }}
    />
  );
}

/** The place lists are shown only when the scope is limited. */
const scopeParts: FormPartsOf<typeof employee.fields> = ({ hasAllLots }): FormParts<typeof employee.fields> => ({
  hasAllLots: ({ id, value, onChange }) => <LotScopeInput id={id} value={value === true} onChange={onChange} />,
  ...(hasAllLots ? NO_PLACES : {}),
});

function LotScopeInput({ id, value, onChange }: { id: string; value: boolean; onChange: (value: boolean) => void }) {
  const t = useText();
  return (
    <Radio.Group
      id={id}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: true, label: t({ zh: '全部车场', en: 'All lots' }) },
        { value: false, label: t({ zh: '指定范围', en: 'Chosen ones' }) },
      ]}
    />
  );
}

/** The places assigned to the account itself. */
function LotScope({ row }: { row: Row }) {
  const t = useText();
  if (row.hasAllLots) return t({ zh: '全部车场', en: 'All lots' });
  return [row.regionNames, row.areaNames, row.lotNames].map((names) => names ?? '—').join(' · ');
}

/** Number of lots within the account's effective reach. */
function LotCount({ row }: { row: Row }) {
  const t = useText();
  if (row.lotCount === null) return t({ zh: '全部', en: 'All' });
  return t({ zh: '{count} 个', en: '{count}' }, { count: row.lotCount });
}

function SessionNow({ row }: { row: Row }) {
  const t = useText();
  if (!row.isOnline) return <StateDot tone="neutral" label={OFFLINE} />;
  return (
    <>
      <StateDot tone="good" label={ONLINE} /> {row.address}{' '}
      <span className="by-faint">
        {t({ zh: '最近活动', en: 'last seen' })} <TimeText at={row.seenAt} style="minute" />
      </span>
    </>
  );
}
