import type { Listed, Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  ErrorState,
  Money,
  moneyText,
  OperationDialog,
  Plate,
  Skeleton,
  StateDot,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { LastEntries, StoredPart } from '@boyun/payments/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CustomerCoupons, CustomerPayments } from '../customer/customer-part.view.tsx';
import { getWalletParts, PartKind, setAutoPay, type wallet } from '../wallet/wallet.contract.ts';
import { WalletEntryKind, walletEntryList } from '../wallet/wallet-list.contract.ts';
import './wallet.css';

/** What a wallet consists of, its cars, and the last movements of its money. */
export function WalletDetail({ row }: { row: Listed<typeof wallet> }) {
  const t = useText();
  const { id: walletId } = row;
  const parts = useQuery({
    queryKey: ['list', walletEntryList.name, walletId, 'parts'],
    queryFn: ({ signal }) => call(getWalletParts, { walletId }, { signal, isQuiet: true }),
  });
  if (parts.error) return <ErrorState error={parts.error} onRetry={() => void parts.refetch()} />;
  if (!parts.data) return <Skeleton lines={4} />;
  return (
    <>
      <StoredPart title={getWalletParts.title} size={parts.data.parts.length}>
        {parts.data.parts.map((one) => (
          <li key={one.id}>
            <TimeText at={one.createdAt} style="minute" />
            <StateDot tone={PartKind[one.kind].tone} label={PartKind[one.kind]} />
            <span className="by-faint">
              {one.endsAt && (
                <>
                  <TimeText at={one.endsAt} style="minute" /> {t({ zh: '到期', en: 'ends' })}
                </>
              )}
            </span>
            <span className="by-figure by-faint">{moneyText(one.amountFen)}</span>
            <Money fen={one.leftFen} isStrong />
          </li>
        ))}
      </StoredPart>
      <Cars walletId={walletId} plates={parts.data.plates} onDone={() => parts.refetch()} />
      <CustomerCoupons walletId={walletId} />
      <LastEntries source={walletEntryList} kinds={WalletEntryKind} of={{ walletId }} page="/_cloud_member/wallet" />
      <CustomerPayments walletId={walletId} />
    </>
  );
}

type Car = Output<typeof getWalletParts>['plates'][number];

/** The cars of a wallet, with what exits may take without a question. */
function Cars({
  walletId,
  plates,
  onDone,
}: {
  walletId: string;
  plates: readonly Car[];
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  const [asked, setAsked] = useState<Car | null>(null);
  const { isAutomatic, limitFen } = setAutoPay.input;
  return (
    <>
      <StoredPart title={{ zh: '绑定车辆', en: 'Cars' }} size={plates.length}>
        {plates.map((car) => (
          <li key={car.plate} className="is-car">
            <Plate text={car.plate} />
            <span>
              {car.isAutomatic
                ? t(
                    { zh: '出场自动扣费，单次不超过{most}元', en: 'Pays at exits, up to {most}' },
                    { most: moneyText(car.limitFen) },
                  )
                : t({ zh: '不自动扣费', en: 'Not by itself' })}
            </span>
            <ActButton type="link" access={setAutoPay.access} onAct={() => setAsked(car)}>
              {t({ zh: '设置', en: 'Set' })}
            </ActButton>
          </li>
        ))}
      </StoredPart>
      {asked && (
        <OperationDialog
          isOpen
          of={setAutoPay}
          fields={{ isAutomatic, limitFen }}
          given={{ walletId, plate: asked.plate }}
          initial={asked}
          title={`${t(setAutoPay.title)} · ${asked.plate}`}
          hint={{
            zh: '经客户同意后开启；余额不足或超过上限时不扣，按正常方式收费',
            en: 'With the customer’s consent. Above the limit, or without enough money, the driver is asked as ever',
          }}
          done={{ zh: '已保存', en: 'Saved' }}
          onClose={() => setAsked(null)}
          onDone={onDone}
        />
      )}
    </>
  );
}
