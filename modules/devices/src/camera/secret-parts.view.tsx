import type { Label, Output } from '@boyun/kernel/contract';
import { useText } from '@boyun/kernel/web';
import { Typography } from 'antd';
import type { rotateCameraSecret } from './camera.contract.ts';
import { addressesOf } from './protocol.contract.ts';
import './camera.css';

/** One part of a secret, ready to be copied. */
export interface SecretPart {
  readonly label: Label;
  readonly text: string;
}

/** Returns what is entered in a camera: complete addresses, as its own page wants them, token and secret. */
export function partsOfSecret(protocol: string, secret: Output<typeof rotateCameraSecret>): SecretPart[] {
  return [
    ...addressesOf(protocol, secret.token).map(({ label, path }) => ({ label, text: window.location.origin + path })),
    { label: { zh: 'MQTT 密码（令牌）', en: 'MQTT password (token)' }, text: secret.token },
    { label: { zh: '签名密钥', en: 'Signing secret' }, text: secret.deviceSecret },
  ];
}

/** The parts of a secret, each with a button that copies it. */
export function SecretParts({ parts }: { parts: readonly SecretPart[] }) {
  const t = useText();
  return (
    <dl className="camera-secret">
      {parts.map(({ label, text }) => (
        <div key={label.en}>
          <dt className="by-small by-faint">{t(label)}</dt>
          <dd>
            <Typography.Text copyable code style={{ wordBreak: 'break-all' }}>
              {text}
            </Typography.Text>
          </dd>
        </div>
      ))}
    </dl>
  );
}
