import './pay-bill.css';
import type { Output } from '@boyun/kernel/contract';
import {
  call,
  list,
  Modal,
  moneyText,
  notify,
  QrCode,
  refreshLists,
  Skeleton,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { payTenantBill, tenantBillList } from './tenant-bill.contract.ts';

/** How often the bill is looked at while its code is shown, in milliseconds. */
const LOOK_MS = 3000;

/** Shows the code by which a phone pays the bill of a month, until it is paid. */
export function PayBill({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useText();
  const [begun, setBegun] = useState<Output<typeof payTenantBill> | null>(null);
  useEffect(() => {
    // The transport has shown the error.
    void call(payTenantBill, { month }).then(setBegun, onClose);
  }, [month, onClose]);
  const { data } = useQuery({
    queryKey: [tenantBillList.name, 'pay', month],
    queryFn: () => list(tenantBillList, { month, page: 1, perPage: 1 }, { isQuiet: true }),
    refetchInterval: LOOK_MS,
    enabled: begun !== null,
  });
  const isPaid = data?.rows[0]?.state === 'paid';
  useEffect(() => {
    if (!isPaid) return;
    notify('good', { zh: '账单已支付', en: 'The bill is paid' });
    void refreshLists(tenantBillList.name);
    onClose();
  }, [isPaid, onClose]);
  return (
    <Modal open width={380} title={`${t(payTenantBill.title)} · ${month}`} onCancel={onClose} footer={null}>
      {begun ? <Code {...begun} /> : <Skeleton lines={6} />}
    </Modal>
  );
}

function Code({ amountFen, address, validUntil }: Output<typeof payTenantBill>) {
  const t = useText();
  const url = new URL(address, location.origin).href;
  return (
    <div className="bill-code">
      <p className="bill-code-amount">¥{moneyText(amountFen)}</p>
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
