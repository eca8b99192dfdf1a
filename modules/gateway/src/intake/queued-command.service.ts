import { cameraOrderChanged, commandChanged } from '@boyun/devices/contract';
import type { EventRow } from '@boyun/kernel/server';

/** Whether an event says that a command waits for a camera. */
export const isCommandQueued = ({ kind, data }: EventRow): boolean =>
  (kind === commandChanged.kind || kind === cameraOrderChanged.kind) && data.state === 'queued';
