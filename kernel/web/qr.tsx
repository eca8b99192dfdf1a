import { lazy } from 'react';

/** Loads the code of QR codes, for pages that draw one later without a network. */
export const loadQrCode = () => import('./qr-code.tsx');

/** A QR code: `{text, label}`; its code is loaded when the first one is shown. */
export const QrCode = /* @__PURE__ */ lazy(loadQrCode);
