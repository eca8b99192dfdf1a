import { HeldCoupons } from '@boyun/coupons/web';
import type { ReportRow } from '@boyun/kernel/contract';
import { call, can, ErrorState, Money, Skeleton, StateDot, TimeText, useText } from '@boyun/kernel/web';
import { PayChannel, PaymentPurpose, PaymentState } from '@boyun/money/contract';
import { LastRows } from '@boyun/payments/web';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { payRecordList } from '../pay-record/pay-record.contract.ts';
import { getWalletCoupons } from './customer-coupon.contract.ts';
import './customer-part.css';

/** The coupons of a wallet's customer: of the mobile, and of each car. */
export function CustomerCoupons({ walletId }: { walletId: string }) {
  return can(getWalletCoupons.access) ? <Coupons walletId={walletId} /> : null;
}

function Coupons({ walletId }: { walletId: string }) {
  const t = useText();
  const asked = useQuery({
    queryKey: ['list', 'user-coupon', 'wallet', walletId],
    queryFn: ({ signal }) => call(getWalletCoupons, { walletId }, { signal, isQuiet: true }),
  });
  return (
    <section className="customer-coupons">
      <h3 className="by-card-title">{t({ zh: '优惠券', en: 'Coupons' })}</h3>
      {asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <Skeleton lines={2} />
      ) : asked.data.coupons.length === 0 ? (
        <p className="by-hint">{t({ zh: '暂无记录', en: 'Nothing yet' })}</p>
      ) : (
        <Suspense fallback={<Skeleton lines={2} />}>
          <HeldCoupons held={asked.data} />
        </Suspense>
      )}
    </section>
  );
}

/** What the customer paid last, by any channel and for any of the cars. */
export function CustomerPayments({ walletId }: { walletId: string }) {
  const t = useText();
  if (!can(payRecordList.access)) return null;
  return (
    <LastRows<ReportRow<typeof payRecordList>>
      source={payRecordList}
      of={{ walletId }}
      allAt={{ page: '/_cloud_member/payRecord' }}
      draw={(row) => (
        <>
          <TimeText at={row.createdAt} style="minute" />
          <StateDot tone={PaymentState[row.state].tone} label={PaymentState[row.state]} />
          <span className="by-faint">
            {[t(PaymentPurpose[row.purpose]!), t(PayChannel[row.channel]!), row.plate].filter(Boolean).join(' · ')}
          </span>
          <span />
          <Money fen={row.amountFen} isStrong />
        </>
      )}
    />
  );
}
