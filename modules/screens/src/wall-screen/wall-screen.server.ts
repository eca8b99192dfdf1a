import { serveResource } from '@boyun/kernel/server';
import { wallScreen } from './wall-screen.contract.ts';

/** Big screens. */
export const wallScreenServer = serveResource(wallScreen);
