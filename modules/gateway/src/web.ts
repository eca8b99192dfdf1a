import { protocolSlot } from '@boyun/devices/contract';
import { cameraActs, cameraParts } from '@boyun/devices/web';
import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';
import { unknownMaker } from './any/any.contract.ts';
import { signedCalls } from './box/box-protocol.contract.ts';
import { dahuaItsapi } from './dahua/dahua.contract.ts';
import { hikvisionIsapi } from './hikvision/hikvision.contract.ts';
import { huaxiaHttp } from './huaxia/huaxia.contract.ts';
import { mappedJson } from './mapped/mapped.contract.ts';
import { vzenithMqtt } from './mqtt/mqtt.contract.ts';
import { openalprWebhook } from './openalpr/openalpr.contract.ts';
import { plateRecognizerStream } from './plate-recognizer/plate-recognizer.contract.ts';
import { vzenithHttp } from './vzenith/vzenith.contract.ts';

/** Pages of the gateway module. */
export const pages: WebPages = {
  onboarding: () => import('./onboarding/onboarding.page.tsx'),
  deviceMessage: () => import('./inspector/device-message.page.tsx'),
  quarantine: () => import('./quarantine/quarantine.page.tsx'),
};

const CameraTraffic = /* @__PURE__ */ lazy(() => import('./inspector/camera-traffic.view.tsx'));
const MapCamera = /* @__PURE__ */ lazy(() => import('./mapping/map-camera.form.tsx'));

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');

/** What this module puts into slots: its protocols, which forms and lists of cameras offer, and what it knows of a camera. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(
    protocolSlot,
    vzenithHttp,
    vzenithMqtt,
    hikvisionIsapi,
    dahuaItsapi,
    huaxiaHttp,
    openalprWebhook,
    plateRecognizerStream,
    mappedJson,
    signedCalls,
    unknownMaker,
  ),
  /* @__PURE__ */ fill(cameraActs, MapCamera),
  /* @__PURE__ */ fill(cameraParts, CameraTraffic),
];
