import type { ReportRow } from '@boyun/kernel/contract';
import { ActButton, ListPage, listLink, OperationDialog, Plate, refreshLists, useText } from '@boyun/kernel/web';
import { OrderAct, useOrderDrawer } from '@boyun/orders/web';
import { useState } from 'react';
import { redeemCoupon, revokeCoupon, userCouponList } from '../user-coupon/user-coupon.contract.ts';

type Row = ReportRow<typeof userCouponList>;

const ENDED = { zh: '已使用、已撤销或已过期', en: 'It was used or revoked, or is over' };

/** Granted coupons, with the order that used each. */
export default function UserCouponPage() {
  const t = useText();
  const [openOrder, drawer] = useOrderDrawer();
  const [revoked, setRevoked] = useState<Row | null>(null);
  const [isRedeeming, setRedeeming] = useState(false);
  return (
    <>
      <ListPage
        source={userCouponList}
        columns={[
          'couponId',
          'plate',
          'mobile',
          'state',
          'gotFrom',
          'grantType',
          'grantedAt',
          'validUntil',
          'usedFen',
          'usedAt',
          'lotId',
          'code',
          'orderNo',
          'batch',
          'grantedBy',
          'validFrom',
          'revokedReason',
        ]}
        filters={['plate', 'mobile', 'from', 'to', 'couponId', 'state', 'gotFrom', 'grantType', 'code', 'batch']}
        cells={{
          couponId: { width: 150, isGrowing: true },
          plate: { width: 132, cell: (row) => <HolderPlate row={row} /> },
          mobile: { width: 116 },
          state: { width: 104 },
          gotFrom: { width: 150 },
          grantType: { width: 90 },
          usedFen: { width: 96 },
          lotId: { width: 140 },
          code: { isHiddenAtFirst: true },
          batch: { isHiddenAtFirst: true },
          orderNo: { isHiddenAtFirst: true },
          validFrom: { isHiddenAtFirst: true },
          revokedReason: { isHiddenAtFirst: true },
        }}
        toolbar={() => (
          <ActButton access={redeemCoupon.access} type="primary" onAct={() => setRedeeming(true)}>
            {t(redeemCoupon.title)}
          </ActButton>
        )}
        rowActs={(row) => (
          <ActButton
            type="link"
            danger
            access={revokeCoupon.access}
            disabledReason={row.state === 'granted' || row.state === 'held' ? null : ENDED}
            onAct={() => setRevoked(row)}
          >
            {t({ zh: '撤销', en: 'Revoke' })}
          </ActButton>
        )}
        actsWidth={76}
        detailActs={(row) => <OrderAct orderId={row.orderId} onOpen={openOrder} />}
        empty={{
          title: { zh: '还没有发放记录', en: 'Nothing granted yet' },
          hint: { zh: '在“优惠券”中发放、导入名单或打印', en: 'Grant, import or print coupons on the page of coupons' },
        }}
      />
      {drawer}
      {revoked && <RevokeDialog row={revoked} onClose={() => setRevoked(null)} />}
      {isRedeeming && <RedeemDialog onClose={() => setRedeeming(false)} />}
    </>
  );
}

/** The car of a coupon; one of a mobile has none until a car of the customer uses it. */
function HolderPlate({ row: { plate, mobile } }: { row: Row }) {
  const t = useText();
  if (plate) return <Plate text={plate} to={listLink('/_cloud_operation/order', { plate })} />;
  return (
    <span className="by-faint">
      {t(mobile ? { zh: '客户名下车辆', en: 'Cars of the customer' } : { zh: '未兑换', en: 'Not redeemed' })}
    </span>
  );
}

const done = () => refreshLists(userCouponList.name);

function RevokeDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      isDangerous
      of={revokeCoupon}
      given={{ id: row.id }}
      fields={{ reason: revokeCoupon.input.reason }}
      title={`${t(revokeCoupon.title)} · ${row.plate ?? row.mobile ?? row.code}`}
      done={{ zh: '已撤销', en: 'Revoked' }}
      onClose={onClose}
      onDone={done}
    />
  );
}

function RedeemDialog({ onClose }: { onClose: () => void }) {
  return (
    <OperationDialog
      isOpen
      of={redeemCoupon}
      given={{}}
      fields={redeemCoupon.input}
      hint={{
        zh: '扫描或输入券码和车牌；该车离场时自动抵扣',
        en: 'Scan or enter the code, and the plate: the coupon applies when the car leaves',
      }}
      done={({ couponName }) => ({ zh: `已兑换：${couponName}`, en: `Redeemed: ${couponName}` })}
      onClose={onClose}
      onDone={done}
    />
  );
}
