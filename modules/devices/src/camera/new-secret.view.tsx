import type { Output } from '@boyun/kernel/contract';
import type { rotateCameraSecret } from './camera.contract.ts';
import { partsOfSecret, SecretParts } from './secret-parts.view.tsx';

/** A new secret of a camera, shown once. */
export default function NewSecret({
  protocol,
  secret,
}: {
  protocol: string;
  secret: Output<typeof rotateCameraSecret>;
}) {
  return <SecretParts parts={partsOfSecret(protocol, secret)} />;
}
