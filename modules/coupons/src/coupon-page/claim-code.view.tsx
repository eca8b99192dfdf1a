import './coupon-sheet.css';
import { Modal, QrCode, saveSheets, useText } from '@boyun/kernel/web';
import { Button, Typography } from 'antd';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import type { Coupon } from '../coupon/coupon.contract.ts';

/** The address at which a code is claimed. */
export const claimAddress = (code: string) => new URL(`/coupon/${code}`, location.origin).href;

/** The public code of a coupon, to be shared or put up as a poster. */
export default function ClaimCode({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const address = claimAddress(coupon.claimCode!);
  const save = async () => {
    setBusy(true);
    const sheet = { address, above: [coupon.name], below: ['扫码领停车券', 'Scan for a parking coupon'] };
    await saveSheets([sheet], { style: 'poster', title: coupon.name }).finally(() => setBusy(false));
  };
  return (
    <Modal
      open
      width={420}
      title={`${t({ zh: '领取码', en: 'Claim code' })} · ${coupon.name}`}
      onCancel={onClose}
      footer={
        <Button type="primary" icon={<FileDown />} loading={isBusy} onClick={() => void save()}>
          {t({ zh: '下载 PDF', en: 'Download PDF' })}
        </Button>
      }
    >
      <div className="coupon-claim">
        <QrCode
          text={address}
          label={t({ zh: '{name} 的领取码', en: 'Claim code of {name}' }, { name: coupon.name })}
        />
        <Typography.Text copyable>{address}</Typography.Text>
        <p className="by-hint">
          {t(
            { zh: '凭手机号和车牌领取，每人{n}张；已发放 {done}', en: '{n} for each person; {done} are granted' },
            { n: coupon.perPlate ?? 1, done: `${coupon.grantedCount}${coupon.stock ? ` / ${coupon.stock}` : ''}` },
          )}
        </p>
      </div>
    </Modal>
  );
}
