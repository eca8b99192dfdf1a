import './wall-screen.css';
import {
  ActButton,
  copyText,
  Modal,
  OperationDialog,
  QrCode,
  ResourcePage,
  type RowOf,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { createScreenLink, screenLinkList } from '../screen-link/screen-link.contract.ts';
import { screenPath } from '../wall/screen-path.view.ts';
import { wallScreen } from '../wall-screen/wall-screen.contract.ts';
import { ScreenLinks } from './screen-links.view.tsx';

type Row = RowOf<typeof wallScreen>;

interface Made {
  readonly address: string;
  readonly expiresAt: Date;
}

/** Big screens: their lots and looks, the rotation, and links for those without an account. */
export default function WallScreenPage() {
  const t = useText();
  const [shared, setShared] = useState<Row | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  return (
    <>
      <ResourcePage
        of={wallScreen}
        cells={{
          name: {
            isGrowing: true,
            width: 180,
            cell: (row) => <Link to={screenPath(row.layout, row.id)}>{row.name}</Link>,
          },
          layout: { width: 150 },
          lotIds: {
            width: 220,
            cell: (row) => row.lotNames ?? t({ zh: '全部车场', en: 'All lots' }),
          },
        }}
        actsWidth={150}
        rowActs={(row) => (
          <ActButton type="link" size="small" access={createScreenLink.access} onAct={() => setShared(row)}>
            {t(createScreenLink.title)}
          </ActButton>
        )}
        moreDetail={(row) => <ScreenLinks wallScreenId={row.id} />}
      />
      {shared && (
        <OperationDialog
          of={createScreenLink}
          fields={{ name: createScreenLink.input.name, days: createScreenLink.input.days }}
          given={{ wallScreenId: shared.id }}
          title={t({ zh: '分享“{name}”', en: 'Share "{name}"' }, { name: shared.name })}
          hint={
            shared.isMasked
              ? {
                  zh: '打开链接的人无需登录即可看到这块大屏，看不到其他任何内容。',
                  en: 'Whoever has the link sees this screen without signing in, and nothing else.',
                }
              : {
                  zh: '打开链接的人无需登录即可看到这块大屏，包括车牌和图片。',
                  en: 'Whoever has the link sees this screen without signing in, with plates and pictures.',
                }
          }
          isOpen
          refreshes={[screenLinkList.name]}
          onDone={({ path, expiresAt }) => setMade({ address: location.origin + path, expiresAt })}
          onClose={() => setShared(null)}
        />
      )}
      <MadeLink made={made} onClose={() => setMade(null)} />
    </>
  );
}

/** The link, shown once. */
function MadeLink({ made, onClose }: { made: Made | null; onClose: () => void }) {
  const t = useText();
  const copy = () => void copyText(made!.address, { zh: '链接已复制', en: 'Link copied' });
  return (
    <Modal
      open={made !== null}
      title={t({ zh: '分享链接', en: 'Shared link' })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t({ zh: '关闭', en: 'Close' })}</Button>
          <Button type="primary" onClick={copy}>
            {t({ zh: '复制链接', en: 'Copy link' })}
          </Button>
        </>
      }
    >
      {made && (
        <div className="screen-link-made">
          <QrCode text={made.address} label={t({ zh: '大屏链接二维码', en: 'QR code of the link' })} />
          <Input.TextArea readOnly autoSize value={made.address} aria-label={t({ zh: '链接', en: 'Link' })} />
          <p className="by-small by-faint">
            {t(
              {
                zh: '有效期至 {until}。链接只显示这一次；可随时在大屏详情中撤销。',
                en: 'Valid until {until}. The link is shown only now; it can be revoked in the details of the screen.',
              },
              { until: timeText(made.expiresAt, 'minute') },
            )}
          </p>
        </div>
      )}
    </Modal>
  );
}
