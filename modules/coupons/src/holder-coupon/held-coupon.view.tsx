import type { Output } from '@boyun/kernel/contract';
import { Money, Plate, StateDot, TimeText, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useState } from 'react';
import { Effect } from '../coupon/effect.view.tsx';
import { UserCouponState } from '../user-coupon/user-coupon.contract.ts';
import { type getCarCoupons, MOST_SHOWN } from './holder-coupon.contract.ts';
import './held-coupon.css';

/** The coupons of a customer or a car. */
export type Held = Output<typeof getCarCoupons>;
type One = Held['coupons'][number];
type Kind = 'usable' | 'used' | 'over';

const KINDS = {
  usable: { zh: '可用 {n}', en: '{n} usable' },
  used: { zh: '已用 {n}', en: '{n} used' },
  over: { zh: '失效 {n}', en: '{n} over' },
} as const;
const NONE = {
  usable: { zh: '没有可用的优惠券', en: 'None can be used' },
  used: { zh: '还没有用过', en: 'None was used' },
  over: { zh: '没有失效的优惠券', en: 'None is over' },
} as const;

const kindOf = ({ state }: One): Kind => {
  if (state === 'used') return 'used';
  return state === 'granted' || state === 'held' ? 'usable' : 'over';
};

/** Coupons by what became of them: those that can be used, were used, or are over. */
export default function HeldCoupons({ held }: { held: Held }) {
  const t = useText();
  const [kind, setKind] = useState<Kind>('usable');
  const counts = { usable: held.usableCount, used: held.usedCount, over: held.overCount };
  const shown = held.coupons.filter((one) => kindOf(one) === kind);
  return (
    <div className="held-coupons">
      <Segmented<Kind>
        size="small"
        value={kind}
        options={(Object.keys(KINDS) as Kind[]).map((value) => ({
          value,
          label: t(KINDS[value], { n: counts[value] }),
        }))}
        onChange={setKind}
      />
      {shown.length === 0 ? (
        <p className="by-hint">{t(NONE[kind])}</p>
      ) : (
        <ul>
          {shown.map((one) => (
            <HeldCoupon key={one.id} one={one} />
          ))}
        </ul>
      )}
      {counts[kind] > MOST_SHOWN && (
        <p className="by-hint">{t({ zh: '仅列出前{n}张', en: 'The first {n} are shown' }, { n: MOST_SHOWN })}</p>
      )}
    </div>
  );
}

function HeldCoupon({ one }: { one: One }) {
  const t = useText();
  return (
    <li>
      <span className="held-coupon-name">
        <b>{one.couponName}</b>
        <span className="by-faint">
          <Effect row={one} />
        </span>
      </span>
      <span>
        {one.plate ? (
          <Plate text={one.plate} />
        ) : (
          <span className="by-faint">{t({ zh: '名下车辆', en: 'Any car' })}</span>
        )}
      </span>
      <span className="held-coupon-end">
        {one.usedAt ? (
          <>
            <Money fen={-(one.usedFen ?? 0)} isStrong />
            <span className="by-faint">
              <TimeText at={one.usedAt} style="minute" />
            </span>
          </>
        ) : (
          <>
            {one.state !== 'granted' && (
              <StateDot tone={UserCouponState[one.state].tone} label={UserCouponState[one.state]} />
            )}
            <span className="by-faint">
              {t({ zh: '至', en: 'until' })} <TimeText at={one.validUntil} style="day" />
            </span>
          </>
        )}
      </span>
    </li>
  );
}
