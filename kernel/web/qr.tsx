import { lazy } from 'react';

/** A QR code: `{text, label}`; what draws it comes with the first one shown. */
export const QrCode = /* @__PURE__ */ lazy(() => import('./qr-code.tsx'));
