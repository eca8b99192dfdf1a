import './share.css';
import type { Listed } from '@boyun/kernel/contract';
import { ActButton, choicesOf, FilterSwitch, Money, ResourcePage, refreshLists, useText } from '@boyun/kernel/web';
import { type ReactNode, useState } from 'react';
import { OwnerState, spotOwner } from '../owner/spot-owner.contract.ts';
import { askWithdrawal, ownerEntryList, withdrawalList } from '../withdrawal/owner-withdrawal.contract.ts';
import { ShareDoor } from './rules.view.tsx';
import { WithdrawForm } from './withdraw.form.tsx';

type Owner = Listed<typeof spotOwner>;
const STATES = choicesOf(OwnerState);
const NO_MONEY = { zh: '没有可提现余额', en: 'There is nothing to withdraw' };

/** Owners of shared spots with what they have not withdrawn. */
export function Owners({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [asked, setAsked] = useState<Owner | null>(null);
  return (
    <>
      <ResourcePage
        of={spotOwner}
        moreTools={(context) => (
          <>
            {tabs}
            <FilterSwitch context={context} filter="state" choices={STATES} />
          </>
        )}
        cells={{
          name: { width: 100, cell: (row) => <b className="by-strong">{row.name}</b> },
          mobile: { width: 124 },
          lotId: { width: 150, isGrowing: true },
          state: { width: 96 },
          balanceFen: { width: 110, cell: (row) => <Money fen={row.balanceFen} isStrong /> },
          bankName: { width: 150 },
          accountNo: { width: 180 },
          remark: { isHiddenAtFirst: true },
        }}
        rowActs={(row) => (
          <ActButton
            type="link"
            access={askWithdrawal.access}
            disabledReason={row.balanceFen <= 0 ? NO_MONEY : null}
            onAct={() => setAsked(row)}
          >
            {t({ zh: '提现', en: 'Withdraw' })}
          </ActButton>
        )}
        actsWidth={96}
        moreDetail={(row) => (
          <ShareDoor
            path={`/spots/${row.code}`}
            label={{ zh: '业主页二维码', en: 'QR code of the page of the owner' }}
            hint={{
              zh: '请业主本人扫码收藏：查看预订与收益、申请共享、临时收回时间、申请提现。请勿转发。',
              en: 'For the owner alone: bookings, income, new offers, taking time back, withdrawals. Do not pass it on.',
            }}
          />
        )}
        empty={{
          title: { zh: '还没有业主', en: 'No owners yet' },
          hint: {
            zh: '登记姓名、手机号和收款账户后即可发布车位',
            en: 'Add name, mobile and bank account, then share the spots',
          },
        }}
      />
      {asked && (
        <WithdrawForm
          owner={asked}
          onClose={() => setAsked(null)}
          onDone={() => Promise.all([spotOwner, ownerEntryList, withdrawalList].map((one) => refreshLists(one.name)))}
        />
      )}
    </>
  );
}
