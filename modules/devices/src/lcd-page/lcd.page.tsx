import type { Listed, Output } from '@boyun/kernel/contract';
import {
  ActButton,
  Confirm,
  call,
  Modal,
  notify,
  QrCode,
  ResourcePage,
  refreshLists,
  StateDot,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { Typography } from 'antd';
import { Suspense, useState } from 'react';
import { DeviceState } from '../camera/camera.contract.ts';
import { LCD_PATH, lcd, pairLcd, unpairLcd } from '../lcd/lcd.contract.ts';
import './lcd-page.css';

type Lcd = Listed<typeof lcd>;

const REFRESH_MS = 10_000;

/** The displays: whether each is online, what it shows now, and how a browser becomes one. */
export default function LcdPage() {
  const t = useText();
  const [made, setMade] = useState<{ name: string; pairing: Output<typeof pairLcd> } | null>(null);
  const [ending, setEnding] = useState<Lcd | null>(null);
  const pair = async (row: Lcd) => setMade({ name: row.name, pairing: await call(pairLcd, { lcdId: row.id }) });
  return (
    <>
      <ResourcePage
        of={lcd}
        everyMs={REFRESH_MS}
        cells={{
          name: { width: 160, isGrowing: true, cell: (row) => <b className="by-strong">{row.name}</b> },
          lotId: { width: 160 },
          laneId: { width: 120 },
          state: {
            width: 112,
            cell: (row) =>
              row.isPaired ? (
                <StateDot tone={DeviceState[row.state].tone} label={DeviceState[row.state]} />
              ) : (
                <span className="by-faint">{t({ zh: '未配对', en: 'Not paired' })}</span>
              ),
          },
          shown: { width: 190, isGrowing: true },
          lastSeenAt: { width: 150 },
          isPaired: { isHiddenAtFirst: true },
          screenSize: { width: 110 },
          waitingFiles: { width: 86 },
          isActive: { width: 76 },
        }}
        rowClass={(row) => (row.state === 'offline' ? 'is-bad' : undefined)}
        actsWidth={236}
        rowActs={(row) => (
          <>
            {row.isActive && (
              <ActButton type="link" size="small" access={pairLcd.access} onAct={() => pair(row)}>
                {t(pairLcd.title)}
              </ActButton>
            )}
            {row.isPaired && (
              <ActButton type="link" size="small" access={unpairLcd.access} onAct={() => setEnding(row)}>
                {t(unpairLcd.title)}
              </ActButton>
            )}
          </>
        )}
      />
      {made && <Pairing {...made} onClose={() => setMade(null)} />}
      <Confirm
        isOpen={ending !== null}
        text={t({ zh: '解除“{name}”的配对？', en: 'Unpair "{name}"?' }, { name: ending?.name ?? '' })}
        isDangerous
        onConfirm={async () => {
          await call(unpairLcd, { lcdId: ending!.id });
          notify('good', { zh: '已解除配对', en: 'Unpaired' });
          await refreshLists(lcd.name);
        }}
        onClose={() => setEnding(null)}
      />
    </>
  );
}

/** The code by which a browser becomes the display, and the address that has it already. */
function Pairing({ name, pairing, onClose }: { name: string; pairing: Output<typeof pairLcd>; onClose: () => void }) {
  const t = useText();
  const entry = `${location.origin}${LCD_PATH}/tv`;
  const direct = location.origin + pairing.path;
  return (
    <Modal open width={520} title={`${t(pairLcd.title)} · ${name}`} footer={null} onCancel={onClose}>
      <div className="lcd-pair">
        <ol>
          <li>
            {t({ zh: '在屏上的浏览器打开', en: 'Open in the browser of the display' })}{' '}
            <Typography.Text copyable>{entry}</Typography.Text>
          </li>
          <li>{t({ zh: '输入配对码', en: 'Enter the pairing code' })}</li>
        </ol>
        <b className="lcd-pair-code">{pairing.code}</b>
        <p className="by-hint">
          {t({ zh: '有效期至', en: 'Valid until' })} <TimeText at={pairing.until} />
          {t({ zh: '，只能用一次；原来配对的屏随即停止', en: '; works once, and the display paired before stops' })}
        </p>
        <div className="lcd-pair-direct">
          <Suspense fallback={null}>
            <QrCode text={direct} label={t({ zh: '播放地址', en: 'Address of the player' })} />
          </Suspense>
          <p>
            {t({
              zh: '平板或手机作屏：扫码即配对。也可复制完整地址：',
              en: 'A tablet or phone pairs by scanning. Or copy the whole address:',
            })}
            <Typography.Text copyable>{direct}</Typography.Text>
          </p>
        </div>
      </div>
    </Modal>
  );
}
