import type { WebPages } from '@boyun/kernel/web';

/** Pages of the devices module. */
export const pages: WebPages = {
  boxManage: () => import('./box/box.page.tsx'),
  camera: () => import('./camera/camera.page.tsx'),
  deviceCommand: () => import('./command/command.page.tsx'),
};
