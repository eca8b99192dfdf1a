import { protocolSlot } from '@boyun/devices/contract';
import { type Filling, fill, type WebPages } from '@boyun/kernel/web';
import { signedCalls } from './box/box-protocol.contract.ts';
import { dahuaItsapi } from './dahua/dahua.contract.ts';
import { hikvisionIsapi } from './hikvision/hikvision.contract.ts';
import { huaxiaHttp } from './huaxia/huaxia.contract.ts';
import { vzenithMqtt } from './mqtt/mqtt.contract.ts';
import { vzenithHttp } from './vzenith/vzenith.contract.ts';

/** Pages of the gateway module. */
export const pages: WebPages = {
  quarantine: () => import('./quarantine/quarantine.page.tsx'),
};

/** What this module puts into slots: its protocols, which forms and lists of cameras offer. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(protocolSlot, vzenithHttp, vzenithMqtt, hikvisionIsapi, dahuaItsapi, huaxiaHttp, signedCalls),
];
