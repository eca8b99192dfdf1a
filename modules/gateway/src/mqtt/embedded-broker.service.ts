import type { Socket } from 'node:net';
import { type DeviceContext, findCamera, findCameraById } from '@boyun/devices/server';
import { type Kernel, tenantOfToken } from '@boyun/kernel/server';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { DeviceFault } from '../intake/device-fault.service.ts';
import { checkSerial, heard, type Intake } from '../intake/intake.service.ts';
import { keepRefused } from '../quarantine/quarantine.service.ts';
import type { MqttGateway } from './mqtt.ingress.ts';
import { readTopic, type SendDown, sendQueued, takeMqttMessage } from './mqtt-intake.service.ts';

const MAX_BYTES_BEFORE_SIGN_IN = 64 * 1024;
const SIGN_IN_MS = 10_000;
/** Return codes of MQTT 3.1.1. */
const SERVER_UNAVAILABLE = 3;
const NOT_AUTHORIZED = 5;

/** An MQTT broker inside the server; cameras sign in with serial number and token and reach their own topics only. */
export async function startEmbeddedBroker(intake: Intake): Promise<MqttGateway> {
  const { kernel } = intake;
  const signedIn = new Map<Client, DeviceContext>();
  const tokens = new WeakMap<Client, string>();
  const broker = await Aedes.createBroker({ connectTimeout: SIGN_IN_MS });
  const send: SendDown = (serialNo, name, message) =>
    new Promise((resolve, reject) => {
      const topic = `device/${serialNo}/message/down/${name}`;
      const payload = Buffer.from(JSON.stringify(message));
      broker.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  broker.authenticate = (client, username, password, done) => {
    const token = password?.toString('utf8') ?? '';
    signIn(kernel, client, username ?? '', token).then(
      (device) => {
        if (device) {
          signedIn.set(client, device);
          tokens.set(client, token);
        }
        done(device ? null : refusal(NOT_AUTHORIZED), device !== null);
      },
      (error: Error) => {
        kernel.log.warn({ err: error.message }, 'a camera could not sign in');
        done(refusal(SERVER_UNAVAILABLE), false);
      },
    );
  };
  // The broker acknowledges a message after this, so what is acknowledged has been taken.
  broker.authorizePublish = (client, packet, done) => {
    if (!client) return done(null);
    const device = signedIn.get(client);
    const topic = readTopic(packet.topic);
    if (!device || !topic || topic.serialNo !== device.serialNo) return done(new Error('not a topic of this camera'));
    packet.retain = false;
    findCameraById(kernel.database, device.tenantId, device.cameraId)
      .then((current) => {
        if (!current) throw new Error('the camera was removed');
        return takeMqttMessage(intake, current, topic, Buffer.from(packet.payload), send);
      })
      .then(
        () => done(null),
        (error: Error) => {
          kernel.log.warn({ camera: device.cameraId, err: error.message }, 'camera message will come again');
          done(error);
        },
      );
  };
  broker.authorizeSubscribe = (client, subscription, done) => {
    const serialNo = signedIn.get(client)?.serialNo;
    const isOwn = serialNo !== undefined && subscription.topic.startsWith(`device/${serialNo}/message/down/`);
    done(null, isOwn ? subscription : null);
  };
  broker.on('subscribe', (_subscriptions, client) => {
    const device = signedIn.get(client);
    if (device) sendWaiting(kernel, device, send);
  });
  broker.on('clientDisconnect', (client) => void signedIn.delete(client));
  broker.on('connectionError', (client) => void signedIn.delete(client));
  const stopListening = kernel.live.onEvent((event) => {
    const isQueued = event.kind === 'command.changed' && event.data.state === 'queued';
    const isRevoked = event.kind === 'camera.secret-rotated' || event.kind === 'camera.deleted';
    if (!isQueued && !isRevoked) return;
    for (const [client, device] of signedIn) {
      if (isRevoked && event.subjectId === device.cameraId) void endRevoked(kernel, client, tokens.get(client) ?? '');
      if (isQueued && event.data.cameraId === device.cameraId) sendWaiting(kernel, device, send);
    }
  });
  return {
    handleSocket(socket) {
      socket.on('error', () => socket.destroy());
      limitBeforeSignIn(socket, () => [...signedIn.keys()].some((client) => client.conn === socket));
      // Whoever looked at the first byte did so in a `readable` event; the broker's own listener is told of what was put
      // back only when that event is over.
      setImmediate(() => {
        if (!socket.destroyed) broker.handle(socket);
      });
    },
    stop() {
      stopListening();
      return new Promise((resolve) => broker.close(() => resolve()));
    },
  };
}

/** Ends a connection whose token is not valid any more; one that was made with the new token stays. */
async function endRevoked(kernel: Kernel, client: Client, token: string): Promise<void> {
  const device = await findCamera(kernel.database, token).catch(() => null);
  if (!device) client.close();
}

function sendWaiting(kernel: Kernel, device: DeviceContext, send: SendDown): void {
  sendQueued(kernel, device, send).catch((error: Error) =>
    kernel.log.warn({ camera: device.cameraId, err: error.message }, 'command was not sent'),
  );
}

async function signIn(kernel: Kernel, client: Client, serialNo: string, token: string): Promise<DeviceContext | null> {
  const found = await findCamera(kernel.database, token);
  try {
    if (!found) throw new DeviceFault('unknown', 'no camera has this token');
    const device = await checkSerial(kernel, found, serialNo);
    heard({ kernel }, device);
    return device;
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    await keepRefused(kernel, error, {
      protocol: 'vzenith-mqtt',
      path: 'mqtt',
      address: (client.conn as Socket).remoteAddress ?? null,
      body: Buffer.alloc(0),
      size: 0,
      isKeptWhole: false,
      device: found,
      tenantId: tenantOfToken(token),
      serialNo,
    });
    return null;
  }
}

/** A stranger may not make the server hold a large first message. */
function limitBeforeSignIn(socket: Socket, isSignedIn: () => boolean): void {
  const timer = setInterval(() => {
    if (isSignedIn()) clearInterval(timer);
    else if (socket.bytesRead > MAX_BYTES_BEFORE_SIGN_IN) socket.destroy();
  }, 100);
  socket.once('close', () => clearInterval(timer));
}

function refusal(returnCode: number): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode });
}
