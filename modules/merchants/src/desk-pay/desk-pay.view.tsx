import { ActButton, can, Money, moneyText, OperationDialog, useText } from '@boyun/kernel/web';
import { OpenPurchases, useTaking } from '@boyun/money/web';
import { Button } from 'antd';
import { useState } from 'react';
import type { Desk, DeskDiscount } from '../desk/desk.contract.ts';
import { merchantPurpose } from '../merchant/merchant-purpose.contract.ts';
import { buyPackage, MOST_TOP_UP_FEN, topUpAtDesk } from './desk-pay.contract.ts';

const NO_PHONE = {
  zh: '车场没有开通线上支付，请联系车场充值',
  en: 'The car park takes no payments by phone, ask the operator to top up',
};
const NOT_MANAGER = { zh: '只有商家负责人可以充值', en: 'Only managers of the merchant top up' };
/** Amounts that are topped up often, in fen. */
const USUAL_FEN = [200_00, 500_00, 1000_00, 2000_00];

/** Tops up the credit of the merchant by phone: with the page of the payment on this phone, or its code for another. */
export function DeskTopUp({ desk, onChanged }: { desk: Desk; onChanged: () => void }) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const taking = useTaking({ onEnd: onChanged, isScanning: false });
  if (!can(topUpAtDesk.access)) return null;
  return (
    <>
      <ActButton
        type="primary"
        access={topUpAtDesk.access}
        disabledReason={!desk.isManager ? NOT_MANAGER : desk.canPayOnline ? null : NO_PHONE}
        onAct={() => setAsking(true)}
      >
        {t(topUpAtDesk.title)}
      </ActButton>
      {isAsking && (
        <OperationDialog
          isOpen
          of={topUpAtDesk}
          given={{}}
          fields={topUpAtDesk.input}
          initial={{ amountFen: USUAL_FEN[1]! }}
          title={`${t(topUpAtDesk.title)} · ${desk.name}`}
          hint={{
            zh: `用微信、支付宝或云闪付付款，到账后立即可用；每次最多${MOST_TOP_UP_FEN / 100}元`,
            en: `Paid by WeChat, Alipay or UnionPay, and available as soon as it arrives; at most ${MOST_TOP_UP_FEN / 100} yuan`,
          }}
          okText={{ zh: '去支付', en: 'Pay' }}
          onClose={() => setAsking(false)}
          onDone={(sold) => taking.goOn(sold, { zh: '充值成功', en: 'Topped up' })}
          below={({ values, setValues }) => (
            <div className="by-row">
              {USUAL_FEN.map((fen) => (
                <Button
                  key={fen}
                  size="small"
                  type={fen === values.amountFen ? 'primary' : 'default'}
                  onClick={() => setValues({ amountFen: fen })}
                >
                  {moneyText(fen)}
                </Button>
              ))}
            </div>
          )}
        />
      )}
      {taking.dialog}
    </>
  );
}

/** The top-ups of the merchant that are still to be paid. */
export function DeskOpenTopUps({ desk, onChanged }: { desk: Desk; onChanged: () => void }) {
  return can(topUpAtDesk.access) && desk.isManager ? (
    <OpenPurchases kind={merchantPurpose.kind} subjectId={desk.merchantId} isScanning={false} onEnd={onChanged} />
  ) : null;
}

/** Buys packages of a discount out of the credit; nothing where the operator alone sells them. */
export function BuyPackage({
  desk,
  discount,
  onChanged,
}: {
  desk: Desk;
  discount: DeskDiscount;
  onChanged: () => void;
}) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const { packageCount: size, packagePriceFen: each } = discount;
  if (size === null || each === null || !desk.isManager || !can(buyPackage.access)) return null;
  return (
    <>
      <div className="desk-buy">
        <span>
          {t({ zh: '每份{n}张', en: '{n} grants for' }, { n: size })} ¥<Money fen={each} isStrong />
        </span>
        <ActButton size="small" access={buyPackage.access} onAct={() => setAsking(true)}>
          {t(buyPackage.title)}
        </ActButton>
      </div>
      {isAsking && <BuyDialog {...{ desk, discount, size, each, onChanged }} onClose={() => setAsking(false)} />}
    </>
  );
}

function BuyDialog({
  desk,
  discount,
  size,
  each,
  onClose,
  onChanged,
}: {
  desk: Desk;
  discount: DeskDiscount;
  size: number;
  each: number;
  onClose: () => void;
  onChanged: () => void;
}) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      of={buyPackage}
      fields={{ packageCount: buyPackage.input.packageCount }}
      given={({ packageCount }) => ({ merchantDiscountId: discount.id, priceFen: each * packageCount })}
      title={`${t(buyPackage.title)} · ${discount.name}`}
      disabledReason={({ packageCount }) =>
        each * (packageCount ?? 1) > desk.availableFen
          ? { zh: '可用额度不足，请先充值', en: 'Not enough credit, top up first' }
          : null
      }
      done={({ stock }) => ({ zh: `已购买，套餐余${stock}张`, en: `Bought, ${stock} grants are left` })}
      onClose={onClose}
      onDone={onChanged}
      below={({ values: { packageCount } }) => (
        <p>
          {t({ zh: '共{n}张，从额度扣除', en: '{n} grants, out of the credit:' }, { n: size * (packageCount ?? 1) })} ¥
          <Money fen={each * (packageCount ?? 1)} isStrong />
          <span className="by-faint">
            {' · '}
            {t({ zh: '可用', en: 'available' })} ¥{moneyText(desk.availableFen)}
          </span>
        </p>
      )}
    />
  );
}
