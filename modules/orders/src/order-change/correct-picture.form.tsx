import { orderDisabledReason } from '@boyun/domain/order-life';
import { FileInput, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import type { OrderActProps } from '../order/order-slot.view.ts';
import { correctPicture, PictureSide } from './order-change.contract.ts';
import { OrderDialog, useActDialog } from './order-dialog.view.tsx';
import { orderReviews } from './order-review.contract.ts';

type Side = keyof typeof PictureSide;

const { orderId: _, ...FIELDS } = correctPicture.input;
const NO_PICTURE = { zh: '请上传新图片', en: 'Upload the new picture' };

/** The button that replaces the picture of an order's entry or exit. */
export default function CorrectPicture({ order, onChanged }: OrderActProps) {
  const t = useText();
  const hasExit = order.parkingState !== 'inside';
  const label = { zh: '更换图片', en: 'Picture' };
  const { button, dialog } = useActDialog(correctPicture.access, label, orderDisabledReason('correct-picture', order), {
    orderId: order.id,
    kind: orderReviews.picture,
  });
  const { picture } = FIELDS;
  return (
    <>
      {button}
      <OrderDialog
        {...dialog}
        of={correctPicture}
        given={{ orderId: order.id }}
        fields={hasExit ? FIELDS : { ...FIELDS, picture: { ...picture, label: PictureSide.entry } }}
        initial={{ side: 'entry' }}
        parts={{
          side: hasExit
            ? ({ id, value, onChange }) => (
                <Segmented<Side>
                  id={id}
                  value={value!}
                  options={(Object.keys(PictureSide) as Side[]).map((one) => ({
                    value: one,
                    label: t(PictureSide[one]),
                  }))}
                  onChange={onChange}
                />
              )
            : null,
          picture: ({ id, value, onChange }) => (
            <FileInput id={id} accept="image/*" label={picture.label} value={value} onChange={onChange} />
          ),
        }}
        hint={{
          zh: '用于抓拍错误或缺失的图片。相机的原图保留在过车记录中，更换写入订单的更正记录。',
          en: 'Where the camera took the wrong car or nothing. Its own picture stays with the passing; the change is kept with the order.',
        }}
        disabledReason={(values) => (values.picture === null ? NO_PICTURE : null)}
        question={() => ({
          zh: `是否更换订单 ${order.orderNo} 的图片？`,
          en: `Replace a picture of order ${order.orderNo}?`,
        })}
        onChanged={onChanged}
      />
    </>
  );
}
