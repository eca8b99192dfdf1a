import { laneActs } from '@boyun/facilities/web';
import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';
import { cameraParts } from './camera/camera-slot.view.ts';

/** The button that opens or closes the barrier of a lane remotely: `{lane, icon}`. */
export const Barrier = /* @__PURE__ */ lazy(() => import('./command/barrier.form.tsx'));

export { cameraActs, cameraParts } from './camera/camera-slot.view.ts';

/** What is entered in a camera to connect it, ready to be copied. */
export const NewSecret = /* @__PURE__ */ lazy(() => import('./camera/new-secret.view.tsx'));

/** Shows a new secret once, each part ready to be copied: `{name, parts, onClose}`. */
export const SecretDialog = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./camera/secret-dialog.view.tsx')).SecretDialog,
}));

export { type LaneCar, laneCar } from './command/lane-car.view.ts';

/** The dialog that opens or closes the barrier of a lane remotely: `{lane, isOpen, onClose, onDone}`. */
export const MoveBarrier = /* @__PURE__ */ lazy(() => import('./command/move-barrier.form.tsx'));

export { loadLcdPage } from './lcd-player/lcd-door.view.ts';

/** Pages of the devices module. */
export const pages: WebPages = {
  boxManage: () => import('./box/box.page.tsx'),
  camera: () => import('./camera/camera.page.tsx'),
  magnetic: () => import('./magnetic/magnetic.page.tsx'),
  loraNetwork: () => import('./lora/lora-network.page.tsx'),
  lcd: () => import('./lcd-page/lcd.page.tsx'),
  lcdProgramme: () => import('./lcd-page/lcd-programme.page.tsx'),
  lcdPlaylist: () => import('./lcd-page/lcd-playlist.page.tsx'),
  lcdPlay: () => import('./lcd-page/lcd-play.page.tsx'),
  screen: () => import('./screen/screen.page.tsx'),
  screenTemplate: () => import('./screen/screen-template.page.tsx'),
  deviceCommand: () => import('./command/command.page.tsx'),
};

const CameraOrders = /* @__PURE__ */ lazy(() => import('./command/camera-order.view.tsx'));

/** What this module puts into slots: the barrier on the line of its lane, commands in the drawer of a camera. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(laneActs, Barrier),
  /* @__PURE__ */ fill(cameraParts, CameraOrders),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
