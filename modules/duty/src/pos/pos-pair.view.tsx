import type { Output } from '@boyun/kernel/contract';
import { Modal, QrCode, useText } from '@boyun/kernel/web';
import { Suspense } from 'react';
import { pairPos } from './pos.contract.ts';

/** The code by which a phone becomes a terminal, shown once. */
export function Paired({ made, onClose }: { made: Output<typeof pairPos>; onClose: () => void }) {
  const t = useText();
  const address = `${location.origin}${made.appPath}#pair=${made.terminal}`;
  return (
    <Modal open width={420} title={`${t(pairPos.title)} · ${made.deviceNo}`} footer={null} onCancel={onClose}>
      <div className="pos-pair">
        <Suspense fallback={null}>
          <QrCode text={address} label={t({ zh: '绑定码', en: 'Pairing code' })} />
        </Suspense>
        <p>
          {t({
            zh: '用收费员的手机扫码打开，再添加到主屏幕。此码只显示一次。',
            en: 'Scan it with the phone of the collector, then add the page to the home screen. The code is shown once.',
          })}
        </p>
        <code>{address}</code>
      </div>
    </Modal>
  );
}
