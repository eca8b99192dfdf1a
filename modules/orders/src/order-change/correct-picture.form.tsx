import { orderDisabledReason } from '@boyun/domain/order-life';
import { call, FileInput, ReasonDialog, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useState } from 'react';
import type { OrderActProps } from '../order/order-slot.view.ts';
import { useActDialog } from './act-dialog.view.tsx';
import { notifyAnswer } from './notify-answer.view.ts';
import { correctPicture, PictureSide } from './order-change.contract.ts';

type Side = keyof typeof PictureSide;

/** The button that replaces the picture of an order's entry or exit. */
export default function CorrectPicture({ order, onChanged }: OrderActProps) {
  const t = useText();
  const hasExit = order.parkingState !== 'inside';
  const [side, setSide] = useState<Side>('entry');
  const [picture, setPicture] = useState<string | null>(null);
  const { button, dialog } = useActDialog(
    correctPicture.access,
    { zh: '更换图片', en: 'Picture' },
    orderDisabledReason('correct-picture', order),
  );
  const submit = async (reason: string) => {
    const question = {
      zh: `是否更换订单 ${order.orderNo} 的图片？`,
      en: `Replace a picture of order ${order.orderNo}?`,
    };
    await notifyAnswer(
      await call(correctPicture, { orderId: order.id, side, picture: picture!, reason }, { question }),
    );
    setPicture(null);
    await onChanged();
  };
  return (
    <>
      {button}
      <ReasonDialog
        {...dialog}
        words="order-correct"
        title={t(correctPicture.title)}
        hint={{
          zh: '用于抓拍错误或缺失的图片。相机的原图保留在过车记录中，更换写入订单的更正记录。',
          en: 'Where the camera took the wrong car or nothing. Its own picture stays with the passing; the change is kept with the order.',
        }}
        disabledReason={picture === null ? { zh: '请上传新图片', en: 'Upload the new picture' } : null}
        onSubmit={submit}
      >
        <div className="change-fields">
          {hasExit && (
            <>
              <span>{t(correctPicture.input.side.label)}</span>
              <Segmented<Side>
                value={side}
                options={(Object.keys(PictureSide) as Side[]).map((one) => ({
                  value: one,
                  label: t(PictureSide[one]),
                }))}
                onChange={setSide}
              />
            </>
          )}
          <label htmlFor="correct-picture">{t(hasExit ? correctPicture.input.picture.label : PictureSide.entry)}</label>
          <FileInput
            id="correct-picture"
            accept="image/*"
            label={correctPicture.input.picture.label}
            value={picture}
            onChange={setPicture}
          />
        </div>
      </ReasonDialog>
    </>
  );
}
