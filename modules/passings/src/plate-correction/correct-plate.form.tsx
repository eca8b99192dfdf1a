import { orderDisabledReason } from '@boyun/domain/order-life';
import { ActButton, call, FieldInput, ReasonDialog, refreshLists, useText } from '@boyun/kernel/web';
import { notifyAnswer, type OrderActProps } from '@boyun/orders/web';
import { useState } from 'react';
import { correctExitPlate, correctPlate } from './plate-correction.contract.ts';

const SAME = { zh: '车牌没有变化', en: 'The plate is the same' };
const MISSING = { zh: '请填写正确的车牌', en: 'Give the correct plate' };

/** Button in the order detail that corrects the plate. */
export default function CorrectPlate(props: OrderActProps) {
  // The key resets the form when the plate of the order changes.
  return <Correct key={`${props.order.plate} ${props.order.plateColor}`} {...props} />;
}

function Correct({ order, onChanged }: OrderActProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [plate, setPlate] = useState<string | null>(order.plate);
  const [color, setColor] = useState<unknown>(Number(order.plateColor));
  const isSame = plate === order.plate && Number(color) === Number(order.plateColor);
  const submit = async (reason: string) => {
    const question = { zh: `是否将 ${order.plate} 更正为 ${plate}？`, en: `Correct ${order.plate} to ${plate}?` };
    const values = { orderId: order.id, plate: plate!, plateColor: color as typeof order.plateColor, reason };
    await notifyAnswer(await call(correctPlate, values, { question }));
    await onChanged();
  };
  return (
    <>
      <ActButton
        access={correctPlate.access}
        disabledReason={orderDisabledReason('correct-plate', order)}
        onAct={() => setOpen(true)}
      >
        {t({ zh: '更正车牌', en: 'Plate' })}
      </ActButton>
      <ReasonDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        words="order-correct"
        title={t({ zh: '更正车牌 {plate}', en: 'Correct the plate {plate}' }, { plate: order.plate })}
        hint={{
          zh: '按正确的车牌重新匹配名单、收费和出场记录；相机识别的原始结果保留。',
          en: 'Lists, fee and exits are matched again with the correct plate. The camera reading is kept.',
        }}
        disabledReason={plate === null ? MISSING : isSame ? SAME : null}
        onSubmit={submit}
      >
        <div className="change-fields">
          <label htmlFor="correct-plate">{t(correctPlate.input.plate.label)}</label>
          <FieldInput
            id="correct-plate"
            field={correctPlate.input.plate}
            fieldKey="plate"
            value={plate}
            row={{ plateColor: color }}
            onChange={(next) => setPlate(next as string | null)}
          />
          <label htmlFor="correct-color">{t(correctPlate.input.plateColor.label)}</label>
          <FieldInput
            id="correct-color"
            field={correctPlate.input.plateColor}
            fieldKey="plateColor"
            value={color}
            onChange={setColor}
          />
        </div>
      </ReasonDialog>
    </>
  );
}

/** Button on an exit without an order: corrects its plate, which ends the stay of that plate. */
export function CorrectExit({ passing }: { passing: { readonly id: string; readonly plate: string } }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [plate, setPlate] = useState<string | null>(passing.plate || null);
  const submit = async (reason: string) => {
    const question = { zh: `是否将出场车牌更正为 ${plate}？`, en: `Correct the plate of this exit to ${plate}?` };
    await notifyAnswer(await call(correctExitPlate, { passingId: passing.id, plate: plate!, reason }, { question }));
    await Promise.all(['passing', 'order', 'in-lot'].map((name) => refreshLists(name)));
  };
  return (
    <>
      <ActButton access={correctExitPlate.access} onAct={() => setOpen(true)}>
        {t({ zh: '更正车牌', en: 'Correct plate' })}
      </ActButton>
      <ReasonDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        words="order-correct"
        title={t({ zh: '更正出场车牌 {plate}', en: 'Correct the exit of {plate}' }, { plate: passing.plate })}
        hint={{
          zh: '这条出场记录没有匹配到订单。填写正确的车牌后，该车的在场订单在此出场时间结束。',
          en: 'This exit matched no order. Correcting the plate ends the stay of that car at the time of this exit.',
        }}
        disabledReason={plate === null ? MISSING : plate === passing.plate ? SAME : null}
        onSubmit={submit}
      >
        <div className="change-fields">
          <label htmlFor="exit-plate">{t(correctExitPlate.input.plate.label)}</label>
          <FieldInput
            id="exit-plate"
            field={correctExitPlate.input.plate}
            fieldKey="plate"
            value={plate}
            onChange={(next) => setPlate(next as string | null)}
          />
        </div>
      </ReasonDialog>
    </>
  );
}
