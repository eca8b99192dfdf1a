/** What a box on site uses of this module: the formats of cameras and the signing of its calls, without server or database. */
export { openSealed, sealFor, signCall } from './box/sign-call.service.ts';
export type { CameraCalls, RawMessage, Reading } from './driver/driver.service.ts';
export { type EdgeMessage, type EdgeProtocol, edgeProtocols } from './edge/edge-message.service.ts';
export { DeviceFault, faultAnswer } from './message/device-fault.service.ts';
export { MAX_BODY_BYTES } from './message/raw-body.service.ts';
