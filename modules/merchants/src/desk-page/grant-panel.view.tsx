import type { Output } from '@boyun/kernel/contract';
import { call, Plate, PlateInput, refusalText, TimeText, useText } from '@boyun/kernel/web';
import { Button, Segmented } from 'antd';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { type Desk, type DeskDiscount, grantAtDesk } from '../desk/desk.contract.ts';
import { BuyPackage } from '../desk-pay/desk-pay.view.tsx';
import { Effect } from '../merchant-page/effect.view.tsx';
import { PrintedCodes, RotatingCode, StaticCode } from './desk-code.view.tsx';

type Given = Output<typeof grantAtDesk>;

const WAYS = {
  plate: { zh: '输入车牌', en: 'By plate' },
  rotating: { zh: '动态码', en: 'Changing code' },
  static: { zh: '固定码', en: 'Static code' },
  printed: { zh: '印刷码', en: 'Printed codes' },
} as const;
type Way = keyof typeof WAYS;

/** The discounts of the merchant, and the ways to grant the chosen one. */
export function GrantPanel({ desk, onChanged }: { desk: Desk; onChanged: () => void }) {
  const t = useText();
  const [chosenId, choose] = useState<string | null>(null);
  const [way, setWay] = useState<Way>('plate');
  const chosen = desk.discounts.find((one) => one.id === chosenId) ?? desk.discounts[0];
  if (!chosen)
    return (
      <p className="by-hint">
        {t({ zh: '车场还没有为您设置优惠方案', en: 'The operator has not set up any discounts for you' })}
      </p>
    );
  return (
    <div className="desk-grant">
      <fieldset className="desk-discounts">
        <legend className="by-label">{t({ zh: '选择优惠', en: 'Discount' })}</legend>
        {desk.discounts.map((one) => (
          <div key={one.id} className="desk-offer">
            <DiscountChoice one={one} isChosen={one === chosen} onChoose={() => choose(one.id)} />
            <BuyPackage desk={desk} discount={one} onChanged={onChanged} />
          </div>
        ))}
      </fieldset>
      <section className="by-card-box desk-give">
        <Segmented
          block
          value={way}
          options={(Object.keys(WAYS) as Way[]).map((value) => ({ value, label: t(WAYS[value]) }))}
          onChange={setWay}
        />
        {way === 'plate' && <ByPlate key={chosen.id} discount={chosen} isClosed={!!desk.problem} onGiven={onChanged} />}
        {way === 'rotating' && <RotatingCode key={chosen.id} discount={chosen} onServed={onChanged} />}
        {way === 'static' && <StaticCode key={chosen.id} discount={chosen} desk={desk} />}
        {way === 'printed' && <PrintedCodes key={chosen.id} discount={chosen} />}
      </section>
    </div>
  );
}

function DiscountChoice({ one, isChosen, onChoose }: { one: DeskDiscount; isChosen: boolean; onChoose: () => void }) {
  const t = useText();
  return (
    <label className="desk-discount">
      <input type="radio" name="discount" checked={isChosen} onChange={onChoose} />
      <strong>{one.name}</strong>
      <Effect of={one} />
      <small>
        {one.charging === 'package'
          ? t({ zh: '套餐余{n}张', en: '{n} left' }, { n: one.stock })
          : t({ zh: '按实际减免', en: 'By what it takes off' })}
        {' · '}
        {one.dailyLimit === null
          ? t({ zh: '今日已发{n}', en: '{n} today' }, { n: one.grantedToday })
          : t({ zh: '今日{n}/{most}', en: '{n} of {most} today' }, { n: one.grantedToday, most: one.dailyLimit })}
      </small>
    </label>
  );
}

function ByPlate({ discount, isClosed, onGiven }: { discount: DeskDiscount; isClosed: boolean; onGiven: () => void }) {
  const t = useText();
  const [plate, setPlate] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [given, setGiven] = useState<Given | null>(null);
  const send = async (wanted: string) => {
    setBusy(true);
    setProblem(null);
    setGiven(null);
    try {
      setGiven(await call(grantAtDesk, { merchantDiscountId: discount.id, plate: wanted }, { isQuiet: true }));
      setPlate(null);
      onGiven();
    } catch (error) {
      setProblem(refusalText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="desk-plate"
      onSubmit={(event) => {
        event.preventDefault();
        if (plate) void send(plate);
      }}
    >
      <label htmlFor="desk-plate">{t({ zh: '顾客的车牌', en: 'Plate of the customer' })}</label>
      <PlateInput
        id="desk-plate"
        value={plate}
        onChange={(next) => {
          setPlate(next);
          setProblem(null);
        }}
      />
      <Button
        type="primary"
        size="large"
        htmlType="submit"
        loading={isBusy}
        disabled={isClosed || (plate ?? '').length < 7}
      >
        {t({ zh: '发放', en: 'Grant' })}
      </Button>
      {problem && (
        <p className="by-tone-bad" role="alert">
          {problem}
        </p>
      )}
      {given && <Done given={given} />}
    </form>
  );
}

function Done({ given }: { given: Given }) {
  const t = useText();
  return (
    <div className="desk-done" role="status">
      <CircleCheck aria-hidden />
      <div>
        <b>
          {given.discountName} <Plate text={given.plate} />
        </b>
        <span>
          {t({ zh: '有效至', en: 'Valid until' })} <TimeText at={given.validUntil} style="minute" />
          {' · '}
          {given.isInside
            ? t({ zh: '车辆在场，离场自动抵扣', en: 'the car is inside, it applies at the exit' })
            : t({ zh: '车辆不在场，入场后有效', en: 'the car is not inside, it applies to its next stay' })}
        </span>
      </div>
    </div>
  );
}
