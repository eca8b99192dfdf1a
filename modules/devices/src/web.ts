import { laneActs } from '@boyun/facilities/web';
import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

/** The button that opens or closes the barrier of a lane remotely: `{lane, icon}`. */
export const Barrier = /* @__PURE__ */ lazy(() => import('./command/barrier.form.tsx'));

export { cameraActs, cameraParts } from './camera/camera-slot.view.ts';

/** What is entered in a camera to connect it, ready to be copied. */
export const NewSecret = /* @__PURE__ */ lazy(() => import('./camera/new-secret.view.tsx'));

export { type LaneCar, laneCar } from './command/lane-car.view.ts';

/** The dialog that opens or closes the barrier of a lane remotely: `{lane, isOpen, onClose, onDone}`. */
export const MoveBarrier = /* @__PURE__ */ lazy(() => import('./command/move-barrier.form.tsx'));

/** Pages of the devices module. */
export const pages: WebPages = {
  boxManage: () => import('./box/box.page.tsx'),
  camera: () => import('./camera/camera.page.tsx'),
  deviceCommand: () => import('./command/command.page.tsx'),
};

/** What this module puts into slots: the barrier on the line of its lane. */
export const slots: readonly Filling[] = [/* @__PURE__ */ fill(laneActs, Barrier)];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
