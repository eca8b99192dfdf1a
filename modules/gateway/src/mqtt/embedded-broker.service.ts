import { type DeviceContext, findCamera, findCameraById } from '@boyun/devices/server';
import { type Kernel, tenantOfToken } from '@boyun/kernel/server';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import type { DeviceBus, Driver } from '../driver/driver.service.ts';
import { checkSerial, markSeen } from '../intake/intake.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { keepRefused } from '../quarantine/quarantine.service.ts';
import { ConnectionLimit } from './connection-limit.service.ts';
import { readTopic, type SendDown, sendQueued, takeMqttMessage } from './mqtt-intake.service.ts';
import { PacketStream } from './packet-stream.service.ts';

const SIGN_IN_MS = 10_000;
/** Topics a camera may subscribe to at a time; it needs one. */
const MAX_SUBSCRIPTIONS = 20;
/** Client ids are our own and longer than the 23 characters of MQTT 3.1. */
const MAX_CLIENT_ID = 128;
/** Return codes of MQTT 3.1.1. */
const SERVER_UNAVAILABLE = 3;
const NOT_AUTHORIZED = 5;

interface SignedIn {
  readonly device: DeviceContext;
  readonly token: string;
}

/**
 * An MQTT broker inside the server. Cameras sign in with serial number and token and reach their own topics only. The
 * client id a camera sends is replaced by its id, and its session ends with the connection: no camera can take over the
 * connection or the unacknowledged commands of another one. Messages go to the connection of one camera, never to
 * everybody who subscribed to a topic, since serial numbers may repeat over tenants.
 */
export async function startEmbeddedBroker(kernel: Kernel, driver: Driver): Promise<DeviceBus> {
  const signedIn = new Map<Client, SignedIn>();
  const unavailable = new WeakSet<Client>();
  const limit = new ConnectionLimit();
  /** Payloads of our own messages: nothing else is forwarded to a camera. */
  const own = new WeakSet<object>();
  const broker = await Aedes.createBroker({ connectTimeout: SIGN_IN_MS, maxClientsIdLength: MAX_CLIENT_ID });
  const send: SendDown = async (device, name, message) => {
    const topic = `device/${device.serialNo}/message/down/${name}`;
    const payload = Buffer.from(JSON.stringify(message));
    own.add(payload);
    for (const [client, { device: camera }] of signedIn)
      if (camera.cameraId === device.cameraId && isSubscribed(client, topic))
        await new Promise<void>((resolve, reject) => {
          const packet = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false } as const;
          client.publish(packet, (error) => (error ? reject(error) : resolve()));
        });
  };
  broker.preConnect = (client, packet, done) => {
    const token = packet.password?.toString('utf8') ?? '';
    packet.clean = true;
    packet.will = undefined;
    signIn(kernel, driver, client, packet.username ?? '', token)
      .then(
        (device) => {
          if (!device || client.conn.destroyed) return;
          packet.clientId = `camera/${device.tenantId}/${device.cameraId}`;
          signedIn.set(client, { device, token });
        },
        (error: Error) => {
          kernel.log.warn({ err: error }, 'a camera could not sign in');
          unavailable.add(client);
        },
      )
      .finally(() => done(null, true));
  };
  // A client without a camera goes no further, so the id it sent is never looked at.
  broker.authenticate = (client, _username, _password, done) => {
    if (signedIn.has(client)) {
      (client.conn as PacketStream).admit();
      done(null, true);
    } else done(refusal(unavailable.has(client) ? SERVER_UNAVAILABLE : NOT_AUTHORIZED), false);
  };
  // The broker acknowledges a message after this, so what is acknowledged has been taken.
  broker.authorizePublish = (client, packet, done) => {
    if (!client) return done(null);
    const device = signedIn.get(client)?.device;
    const topic = readTopic(packet.topic);
    if (!device || !topic || topic.serialNo !== device.serialNo) return done(new Error('not a topic of this camera'));
    packet.retain = false;
    findCameraById(kernel.database, device.tenantId, device.cameraId)
      .then((current) => {
        if (!current) throw new Error('the camera was removed');
        return takeMqttMessage(kernel, driver, current, topic, Buffer.from(packet.payload), send);
      })
      .then(
        () => done(null),
        (error: Error) => {
          kernel.log.warn({ camera: device.cameraId, err: error }, 'camera message will come again');
          done(error);
        },
      );
  };
  broker.authorizeSubscribe = (client, subscription, done) => {
    const serialNo = signedIn.get(client)?.device.serialNo;
    const isOwn = serialNo !== undefined && subscription.topic.startsWith(`device/${serialNo}/message/down/`);
    const hasRoom = Object.keys(subscriptionsOf(client)).length < MAX_SUBSCRIPTIONS;
    done(null, isOwn && hasRoom ? subscription : null);
  };
  broker.authorizeForward = (_client, packet) => (own.has(packet.payload as Buffer) ? packet : null);
  broker.on('subscribe', (_subscriptions, client) => {
    const camera = signedIn.get(client);
    if (camera) sendWaiting(kernel, driver, camera.device, send);
  });
  const stopListening = kernel.live.onEvent((event) => {
    const isQueued = event.kind === 'command.changed' && event.data.state === 'queued';
    const isRevoked = event.kind === 'camera.secret-rotated' || event.kind === 'camera.deleted';
    if (!isQueued && !isRevoked) return;
    for (const [client, { device, token }] of signedIn) {
      if (isRevoked && event.subjectId === device.cameraId) void endRevoked(kernel, client, token);
      if (isQueued && event.data.cameraId === device.cameraId) sendWaiting(kernel, driver, device, send);
    }
  });
  return {
    handleSocket(socket) {
      socket.on('error', () => socket.destroy());
      const place = limit.enter(socket.remoteAddress ?? null);
      if (!place) return void socket.destroy();
      socket.once('close', () => place.leave());
      // The first byte is read in a `readable` event; bytes put back are delivered after that event.
      setImmediate(() => {
        if (socket.destroyed) return;
        const stream = new PacketStream(socket, () => place.admit());
        const client = broker.handle(stream);
        stream.once('close', () => signedIn.delete(client));
      });
    },
    stop() {
      stopListening();
      return new Promise((resolve) => broker.close(() => resolve()));
    },
  };
}

/** The topics a client subscribed to, as the broker keeps them. */
function subscriptionsOf(client: Client): Readonly<Record<string, unknown>> {
  return (client as unknown as { subscriptions: Record<string, unknown> }).subscriptions;
}

function isSubscribed(client: Client, topic: string): boolean {
  const subscriptions = subscriptionsOf(client);
  const folder = topic.slice(0, topic.lastIndexOf('/') + 1);
  return [topic, `${folder}+`, `${folder}#`].some((one) => subscriptions[one] !== undefined);
}

/** Ends a connection whose token is not valid any more; one that was made with the new token stays. */
async function endRevoked(kernel: Kernel, client: Client, token: string): Promise<void> {
  const device = await findCamera(kernel.database, token).catch(() => null);
  if (!device) client.close();
}

function sendWaiting(kernel: Kernel, driver: Driver, device: DeviceContext, send: SendDown): void {
  sendQueued(kernel, driver, device, send).catch((error: Error) =>
    kernel.log.warn({ camera: device.cameraId, err: error }, 'command was not sent'),
  );
}

async function signIn(
  kernel: Kernel,
  driver: Driver,
  client: Client,
  serialNo: string,
  token: string,
): Promise<DeviceContext | null> {
  const found = await findCamera(kernel.database, token);
  try {
    if (!found) throw new DeviceFault('unknown', 'no camera has this token');
    const device = await checkSerial(kernel, found, serialNo);
    markSeen(kernel, device);
    return device;
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    await keepRefused(kernel, error, {
      protocol: driver.protocol,
      path: 'mqtt',
      address: (client.conn as PacketStream).remoteAddress,
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

function refusal(returnCode: number): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode });
}
