import { createHash } from 'node:crypto';
import {
  DeviceFault,
  type EdgeMessage,
  type EdgeProtocol,
  edgeProtocols,
  faultAnswer,
  MAX_BODY_BYTES,
} from '@boyun/gateway/edge';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { CloudClock } from '../clock.ts';
import type { Barriers } from '../gate/barrier.ts';
import type { Gate } from '../gate/gate.ts';
import type { KeptAnswer } from '../store/passings.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { CameraValue, LaneValue } from '../wire.ts';

const POLL_MS = 10_000;

/** The parts of the box that the routes for cameras use. */
export interface CameraParts {
  readonly snapshot: Snapshot;
  readonly clock: CloudClock;
  readonly gate: Gate;
  readonly barriers: Barriers;
  /** The hash of a camera's token, as the cloud sent it. */
  tokenHashOf(camera: CameraValue): string | null;
  /** An input of the lane: the limit switch of the barrier, the loop, the button for help. */
  noteInput(lane: LaneValue, input: 'barrier' | 'loop' | 'call'): void;
}

interface Known {
  readonly camera: CameraValue;
  readonly lane: LaneValue;
}

/**
 * The addresses cameras push to: the same path and token as in the cloud, so that at a camera only the host is changed. A message that
 * cannot be read is refused as the cloud refuses it.
 */
export function cameraServer(parts: CameraParts): FastifyInstance {
  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const protocol of edgeProtocols)
    for (const route of protocol.routes)
      app.post(`${protocol.prefix}/:token/${route}`, async (request, reply) => {
        try {
          return await answer(parts, protocol, route, request);
        } catch (error) {
          if (!(error instanceof DeviceFault)) throw error;
          if (error.isTaken) return protocol.idle(route, { kind: 'other', serialNo: null }, {});
          const { status, body } = faultAnswer(error, 'en');
          return reply.code(status).send(body);
        }
      });
  return app;
}

async function answer(
  parts: CameraParts,
  protocol: EdgeProtocol,
  route: string,
  request: FastifyRequest,
): Promise<object> {
  const { token } = request.params as { token: string };
  const known = cameraOf(parts, protocol, token);
  if (!known) throw new DeviceFault('unknown', 'no camera has this token');
  const message = protocol.read(route, {
    body: (request.body as Buffer | undefined) ?? Buffer.alloc(0),
    path: request.url.replace(token, '…'),
    contentType: request.headers['content-type'] ?? '',
    receivedAt: new Date(parts.clock.nowMs()),
    zone: parts.snapshot.all('lot')[0]?.TimeZone ?? 'Asia/Shanghai',
    map: known.camera.Map ?? null,
  });
  checkSerial(known.camera, message);
  if (message.kind === 'passing') return replyTo(parts, protocol, known, message);
  if (message.kind === 'input' && message.isClosed && message.input !== 'other')
    parts.noteInput(known.lane, message.input);
  if (message.kind === 'sign' && message.isPolling) await parts.barriers.wait(known.camera, POLL_MS);
  const commands = message.kind === 'sign' && protocol.carriesCommands ? parts.barriers.fetch(known.camera) : {};
  return protocol.idle(route, message, commands);
}

function cameraOf({ snapshot, tokenHashOf }: CameraParts, protocol: EdgeProtocol, token: string): Known | null {
  const hash = createHash('sha256').update(token).digest('base64url');
  const camera = snapshot
    .all('camera')
    .find((one) => one.Protocol === protocol.format.protocol && tokenHashOf(one) === hash);
  const lane = camera && snapshot.all('lane').find((one) => one.Id === camera.LaneId);
  return camera && lane ? { camera, lane } : null;
}

/** A camera that names another serial number than the cloud has for it is not that camera. */
function checkSerial({ SerialNo }: CameraValue, { serialNo }: EdgeMessage): void {
  if (SerialNo !== null && serialNo !== null && serialNo !== SerialNo)
    throw new DeviceFault('wrong-serial', `${serialNo} ≠ ${SerialNo}`);
}

async function replyTo(
  { gate, clock }: CameraParts,
  { format }: EdgeProtocol,
  { camera, lane }: Known,
  { reading }: Extract<EdgeMessage, { kind: 'passing' }>,
): Promise<object> {
  const kept = await gate.take(lane, camera, reading.message);
  // An offline record never moves a barrier: its car has left.
  const isOpen = kept.decision === 'open' && !reading.message.isOffline;
  const to = { serialNo: camera.SerialNo, now: new Date(clock.nowMs()) };
  const code = kept.payUrl;
  return (
    format.answer({
      reading,
      answer: answerOf(kept),
      command: isOpen ? format.command({ id: '', kind: 'open' }, to) : null,
      screen: format.screen({ lines: [...kept.lines], voice: kept.voice || null, code }, null),
    }) ?? {}
  );
}

const answerOf = ({ decision, lines, voice, payUrl }: KeptAnswer) => ({
  passingId: '',
  decision,
  lines: [...lines],
  voice,
  payUrl,
  commandId: null,
  isRepeated: false,
});
