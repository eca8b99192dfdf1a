import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';

/** A camera as its list shows it. */
export interface CameraOfSlot {
  readonly id: string;
  readonly name: string;
  readonly protocol: string;
}

/** Slot for buttons in a camera's row. */
export const cameraActs = slot<ComponentType<{ camera: CameraOfSlot }>>('camera.acts');

/** Slot for sections of a camera's drawer. */
export const cameraParts = slot<ComponentType<{ camera: CameraOfSlot }>>('camera.parts');
