import { InitialPassword, type MadeAccount } from '@boyun/access/web';
import type { Access, Output } from '@boyun/kernel/contract';
import { ActButton, Empty, ErrorState, Skeleton, StateDot, TimeText, useText } from '@boyun/kernel/web';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { getDeskStaff } from '../desk/desk.contract.ts';
import { staffField } from '../merchant/merchant-act.contract.ts';
import './merchant.css';

type Staff = Output<typeof getDeskStaff>['rows'][number];

/** What is done with the accounts of one merchant, by the operator or by the merchant itself. */
export interface StaffCalls {
  readonly key: string;
  readonly access: Access;
  readonly read: () => Promise<{ readonly rows: readonly Staff[] }>;
  readonly freeze: (id: string, isFrozen: boolean) => Promise<unknown>;
  /** The dialog that adds an account. */
  readonly addDialog: (onClose: () => void, onMade: (made: MadeAccount) => Promise<unknown>) => ReactNode;
}

/** The accounts of a merchant: added with a password that is shown once, frozen and let in again. */
export function StaffList({ calls }: { calls: StaffCalls }) {
  const t = useText();
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeAccount | null>(null);
  const queryKey = ['merchant-staff', calls.key];
  const { data, error, refetch } = useQuery({ queryKey, queryFn: calls.read });
  const refresh = () => client.invalidateQueries({ queryKey });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={3} />;
  return (
    <section className="merchant-staff">
      <header className="by-row">
        <ActButton type="primary" access={calls.access} onAct={() => setAdding(true)}>
          {t({ zh: '新增账号', en: 'Add an account' })}
        </ActButton>
      </header>
      {data.rows.length === 0 ? (
        <Empty
          title={{ zh: '还没有账号', en: 'No accounts yet' }}
          hint={{ zh: '商家用账号登录，自己发放优惠', en: 'With an account the merchant grants by itself' }}
        />
      ) : (
        <ul>
          {data.rows.map((one) => (
            <StaffRow key={one.id} one={one} calls={calls} onDone={refresh} />
          ))}
        </ul>
      )}
      {isAdding &&
        calls.addDialog(
          () => setAdding(false),
          (next) => {
            setMade(next);
            return refresh();
          },
        )}
      {made && <InitialPassword {...made} onClose={() => setMade(null)} />}
    </section>
  );
}

function StaffRow({ one, calls, onDone }: { one: Staff; calls: StaffCalls; onDone: () => Promise<unknown> }) {
  const t = useText();
  return (
    <li>
      <span className="merchant-staff-name">
        <b>{one.name}</b>
        <span className="by-faint">{one.account}</span>
      </span>
      {one.isManager && <span className="by-tag">{t(staffField.isManager.label)}</span>}
      <StateDot
        tone={one.isFrozen ? 'neutral' : 'good'}
        label={one.isFrozen ? { zh: '已停用', en: 'Frozen' } : { zh: '可登录', en: 'May sign in' }}
      />
      <TimeText at={one.createdAt} style="day" />
      <ActButton
        type="link"
        access={calls.access}
        danger={!one.isFrozen}
        onAct={async () => {
          await calls.freeze(one.id, !one.isFrozen);
          await onDone();
        }}
      >
        {t(one.isFrozen ? { zh: '恢复', en: 'Let in again' } : { zh: '停用', en: 'Freeze' })}
      </ActButton>
    </li>
  );
}
