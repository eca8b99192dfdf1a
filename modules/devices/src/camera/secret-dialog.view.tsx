import type { Output } from '@boyun/kernel/contract';
import { Modal, useText } from '@boyun/kernel/web';
import { Alert, Button, Typography } from 'antd';
import { rotateCameraSecret } from './camera.contract.ts';
import './camera.css';

type Secret = Output<typeof rotateCameraSecret>;

const PATHS = ['platePushPath', 'heartbeatPath', 'cometPath', 'ioPath'] as const;

/** Shows a new secret once, each part ready to be copied; addresses are complete, as the camera's own page wants them. */
export function SecretDialog({ name, secret, onClose }: { name: string; secret: Secret | null; onClose: () => void }) {
  const t = useText();
  const fields = rotateCameraSecret.output;
  const shown = secret
    ? [
        ...PATHS.map((key) => ({ label: t(fields[key].label), text: window.location.origin + secret[key] })),
        { label: t({ zh: 'MQTT 密码（令牌）', en: 'MQTT password (token)' }), text: secret.token },
        { label: t({ zh: '签名密钥', en: 'Signing secret' }), text: secret.deviceSecret },
      ]
    : [];
  return (
    <Modal
      open={secret !== null}
      width={640}
      title={t({ zh: '“{name}”的新密钥', en: 'New secret of "{name}"' }, { name })}
      onCancel={onClose}
      footer={[
        <Button key="done" type="primary" onClick={onClose}>
          {t({ zh: '已保存', en: 'I have kept it' })}
        </Button>,
      ]}
    >
      <Alert
        type="warning"
        showIcon
        title={t({
          zh: '仅显示这一次，关闭后无法再查看。',
          en: 'Shown this once only; it cannot be seen again after closing.',
        })}
      />
      <dl className="camera-secret">
        {shown.map(({ label, text }) => (
          <div key={label}>
            <dt className="by-small by-faint">{label}</dt>
            <dd>
              <Typography.Text copyable code style={{ wordBreak: 'break-all' }}>
                {text}
              </Typography.Text>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
