import './pay-dialog.css';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { moneyText, timeText } from './format.ts';
import { useText } from './language.ts';
import { Modal } from './modal.tsx';
import { notify } from './notice.tsx';
import { QrCode } from './qr.tsx';
import { Skeleton } from './state.tsx';

/** How often the bill is looked at while its code is shown, in milliseconds. */
const LOOK_MS = 3000;

/** A payment by phone that has begun. */
interface Begun {
  readonly amountFen: number;
  /** Of the page that the payer opens. */
  readonly address: string;
  readonly validUntil: Date;
}

/** Shows the code by which a phone pays a bill, until it is paid. */
export function PayDialog({
  name,
  title,
  begin,
  findPaid,
  onPaid,
  onClose,
}: {
  /** Tells the bill from others. */
  readonly name: string;
  readonly title: string;
  begin(): Promise<Begun>;
  findPaid(): Promise<boolean>;
  onPaid(): void;
  onClose(): void;
}) {
  const { data: begun, error } = useQuery({
    queryKey: ['pay-begin', name],
    queryFn: begin,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: isPaid } = useQuery({
    queryKey: ['pay-follow', name],
    queryFn: findPaid,
    gcTime: 0,
    refetchInterval: LOOK_MS,
    enabled: begun !== undefined,
  });
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    // The transport has shown the error.
    if (error) onClose();
  }, [error, onClose]);
  useEffect(() => {
    if (!isPaid || isDone) return;
    setDone(true);
    notify('good', { zh: '账单已支付', en: 'The bill is paid' });
    onPaid();
    onClose();
  }, [isPaid, isDone, onPaid, onClose]);
  return (
    <Modal open width={380} title={title} onCancel={onClose} footer={null}>
      {begun ? <Code {...begun} /> : <Skeleton lines={6} />}
    </Modal>
  );
}

function Code({ amountFen, address, validUntil }: Begun) {
  const t = useText();
  const url = new URL(address, location.origin).href;
  return (
    <div className="by-pay-code">
      <p className="by-pay-code-amount">¥{moneyText(amountFen)}</p>
      <QrCode text={url} label={t({ zh: '支付二维码', en: 'QR code to pay by' })} />
      <p>{t({ zh: '请用手机扫码支付', en: 'Scan it with a phone to pay' })}</p>
      <Button type="primary" href={url} target="_blank" rel="noreferrer">
        {t({ zh: '在本机支付', en: 'Pay on this device' })}
      </Button>
      <p className="by-hint">
        {t({ zh: '{at} 前有效', en: 'Valid until {at}' }, { at: timeText(validUntil, 'minute').slice(11) })}
      </p>
    </div>
  );
}
