import { lazy } from 'react';

/** A QR code: `{text, label}`; its code is loaded when the first one is shown. */
export const QrCode = /* @__PURE__ */ lazy(() => import('./qr-code.tsx'));
