import { orderDisabledReason } from '@boyun/domain/order-life';
import './plate-correction.css';
import { ActButton, call, FieldInput, OperationDialog, useText, ZoomPicture } from '@boyun/kernel/web';
import { notifyAnswer, type OrderActProps } from '@boyun/orders/web';
import { usePendingReason } from '@boyun/reviews/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { correctExitPlate, correctPlate, getPlateView } from './plate-correction.contract.ts';
import { plateReviews } from './plate-review.contract.ts';

const { orderId: _, ...ORDER_FIELDS } = correctPlate.input;
const { passingId: __, ...EXIT_FIELDS } = correctExitPlate.input;
const SAME = { zh: '车牌没有变化', en: 'The plate is the same' };
const ENTRY = { zh: '入场图片', en: 'Entry picture' };
const EXIT = { zh: '出场图片', en: 'Exit picture' };
const SEEN = { zh: '过车图片', en: 'Picture' };
const MISSING = { zh: '请填写正确的车牌', en: 'Give the correct plate' };

/** The plate as the camera saw it; nothing where there is no picture. */
function SeenPlate({ of }: { of: { readonly orderId?: string; readonly passingId?: string } }) {
  const { data } = useQuery({
    queryKey: [getPlateView.name, of],
    queryFn: ({ signal }) =>
      call(getPlateView, { orderId: of.orderId ?? null, passingId: of.passingId ?? null }, { signal, isQuiet: true }),
  });
  if (!data?.picture) return null;
  return <ZoomPicture address={data.picture} label={SEEN} size="plate" box={data.plateBox} />;
}

/** Button in the order detail that corrects the plate. */
export default function CorrectPlate({ order, onChanged }: OrderActProps) {
  const t = useText();
  const pending = usePendingReason(order.id, plateReviews.order.name);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActButton
        access={correctPlate.access}
        disabledReason={orderDisabledReason('correct-plate', order) ?? pending}
        onAct={() => setOpen(true)}
      >
        {t({ zh: '更正车牌', en: 'Plate' })}
      </ActButton>
      <OperationDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        of={correctPlate}
        given={{ orderId: order.id }}
        fields={ORDER_FIELDS}
        initial={{ plate: order.plate, plateColor: order.plateColor }}
        parts={{
          plate: ({ id, value, isInvalid, values, onChange }) => (
            <div className="plate-beside">
              <FieldInput
                id={id}
                field={ORDER_FIELDS.plate}
                fieldKey="plate"
                value={value}
                row={values}
                isInvalid={isInvalid}
                onChange={(next) => onChange(next as string | null)}
              />
              <SeenPlate of={{ orderId: order.id }} />
            </div>
          ),
        }}
        title={t({ zh: '更正车牌 {plate}', en: 'Correct the plate {plate}' }, { plate: order.plate })}
        hint={{
          zh: '按正确的车牌重新匹配名单、收费和出场记录；相机识别的原始结果保留。',
          en: 'Lists, fee and exits are matched again with the correct plate. The camera reading is kept.',
        }}
        disabledReason={({ plate, plateColor }) => {
          if (plate === null) return MISSING;
          return plate === order.plate && plateColor === order.plateColor ? SAME : null;
        }}
        question={({ plate }) => ({
          zh: `是否将 ${order.plate} 更正为 ${plate}？`,
          en: `Correct ${order.plate} to ${plate}?`,
        })}
        onDone={async (answer) => {
          await notifyAnswer(answer);
          await onChanged();
        }}
      >
        {(order.entryPicture || order.exitPicture) && (
          <div className="plate-evidence">
            {order.entryPicture && <ZoomPicture address={order.entryPicture} label={ENTRY} size="fill" />}
            {order.exitPicture && <ZoomPicture address={order.exitPicture} label={EXIT} size="fill" />}
          </div>
        )}
      </OperationDialog>
    </>
  );
}

/** Button on an exit without an order: corrects its plate, which ends the stay of that plate. */
export function CorrectExit({ passing }: { passing: { readonly id: string; readonly plate: string } }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActButton access={correctExitPlate.access} onAct={() => setOpen(true)}>
        {t({ zh: '更正车牌', en: 'Correct plate' })}
      </ActButton>
      <OperationDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        of={correctExitPlate}
        given={{ passingId: passing.id }}
        fields={EXIT_FIELDS}
        initial={{ plate: passing.plate || null }}
        parts={{
          plate: ({ id, value, isInvalid, values, onChange }) => (
            <div className="plate-beside">
              <FieldInput
                id={id}
                field={EXIT_FIELDS.plate}
                fieldKey="plate"
                value={value}
                row={values}
                isInvalid={isInvalid}
                onChange={(next) => onChange(next as string | null)}
              />
              <SeenPlate of={{ passingId: passing.id }} />
            </div>
          ),
        }}
        title={t({ zh: '更正出场车牌 {plate}', en: 'Correct the exit of {plate}' }, { plate: passing.plate })}
        hint={{
          zh: '这条出场记录没有匹配到订单。填写正确的车牌后，该车的在场订单在此出场时间结束。',
          en: 'This exit matched no order. Correcting the plate ends the stay of that car at the time of this exit.',
        }}
        disabledReason={({ plate }) => (plate === null ? MISSING : plate === passing.plate ? SAME : null)}
        question={({ plate }) => ({
          zh: `是否将出场车牌更正为 ${plate}？`,
          en: `Correct the plate of this exit to ${plate}?`,
        })}
        refreshes={['passing', 'order', 'in-lot']}
        onDone={notifyAnswer}
      />
    </>
  );
}
