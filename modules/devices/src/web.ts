import type { WebPages } from '@boyun/kernel/web';

/** Pages of the devices module. */
export const pages: WebPages = {
  camera: () => import('./camera/camera.page.tsx'),
  deviceCommand: () => import('./command/command.page.tsx'),
};
