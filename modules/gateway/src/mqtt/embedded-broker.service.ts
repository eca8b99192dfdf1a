import type { Socket } from 'node:net';
import {
  camera,
  cameraSecretRotated,
  LORA_USER,
  loraNetwork,
  loraTokenRotated,
  magnetic,
  magneticSecretRotated,
} from '@boyun/devices/contract';
import {
  type DeviceContext,
  findCamera,
  findCameraById,
  findLoraNetwork,
  findMagnetic,
  type LoraContext,
  type MagneticContext,
} from '@boyun/devices/server';
import { type EventRow, type Kernel, tenantOfToken } from '@boyun/kernel/server';
import { Aedes, type AuthenticateError, type Client, type ConnectPacket, type PublishPacket } from 'aedes';
import type { DeviceBus, Driver } from '../driver/driver.service.ts';
import { checkSerial, markSeen } from '../intake/intake.service.ts';
import { isCommandQueued } from '../intake/queued-command.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { keepRefused } from '../quarantine/quarantine.service.ts';
import { ConnectionLimit } from './connection-limit.service.ts';
import { readTopic, type SendDown, sendQueued, takeMqttMessage } from './mqtt-intake.service.ts';
import { takeLoraTopic } from './mqtt-lora.service.ts';
import { takeMagneticTopic } from './mqtt-magnetic.service.ts';
import { PacketStream } from './packet-stream.service.ts';

const SIGN_IN_MS = 10_000;
/** Topics a camera may subscribe to at a time; it needs one. */
const MAX_SUBSCRIPTIONS = 20;
/** Client ids are our own and longer than the 23 characters of MQTT 3.1. */
const MAX_CLIENT_ID = 128;
/** Return codes of MQTT 3.1.1. */
const SERVER_UNAVAILABLE = 3;
const NOT_AUTHORIZED = 5;

/** A camera, a detector or a network server of detectors that has signed in. */
type SignedIn = { readonly token: string } & (
  | { readonly device: DeviceContext; readonly detector: null; readonly network: null }
  | { readonly device: null; readonly detector: MagneticContext; readonly network: null }
  | { readonly device: null; readonly detector: null; readonly network: LoraContext }
);

const NOBODY = { device: null, detector: null, network: null };

/** Events after which a token may be invalid. */
const REVOKING: readonly string[] = [
  cameraSecretRotated.kind,
  camera.events.deleted.kind,
  magneticSecretRotated.kind,
  magnetic.events.deleted.kind,
  loraTokenRotated.kind,
  loraNetwork.events.updated.kind,
  loraNetwork.events.deleted.kind,
];

/**
 * Starts an MQTT broker inside the server. Cameras and detectors sign in with serial number and token and reach their own topics only;
 * network servers pass on what theirs send. The
 * client id a camera sends is replaced by its id, and its session ends with the connection: no camera can take over the
 * connection or the unacknowledged commands of another one. Messages go to the connection of one camera, never to
 * everybody who subscribed to a topic, since serial numbers may repeat over tenants.
 */
export async function startEmbeddedBroker(kernel: Kernel, driver: Driver): Promise<DeviceBus> {
  const broker = await Aedes.createBroker({ connectTimeout: SIGN_IN_MS, maxClientsIdLength: MAX_CLIENT_ID });
  return new EmbeddedBroker(kernel, driver, broker);
}

class EmbeddedBroker implements DeviceBus {
  readonly #kernel: Kernel;
  readonly #driver: Driver;
  readonly #broker: Aedes;
  readonly #signedIn = new Map<Client, SignedIn>();
  /** Clients whose token could not be checked. */
  readonly #unavailable = new WeakSet<Client>();
  readonly #limit = new ConnectionLimit();
  /** Payloads of our own messages: nothing else is forwarded to a camera. */
  readonly #own = new WeakSet<object>();
  readonly #stopListening: () => void;

  constructor(kernel: Kernel, driver: Driver, broker: Aedes) {
    this.#kernel = kernel;
    this.#driver = driver;
    this.#broker = broker;
    broker.preConnect = (client, packet, done) => this.#signIn(client, packet).finally(() => done(null, true));
    // A client without a camera goes no further, so the id it sent is never looked at.
    broker.authenticate = (client, _username, _password, done) => {
      if (this.#signedIn.has(client)) {
        (client.conn as PacketStream).admit();
        done(null, true);
      } else done(refusal(this.#unavailable.has(client) ? SERVER_UNAVAILABLE : NOT_AUTHORIZED), false);
    };
    // The broker acknowledges a message after this, so what is acknowledged has been taken.
    broker.authorizePublish = (client, packet, done) => {
      if (client)
        this.#take(client, packet).then(
          () => done(null),
          (error: Error) => done(error),
        );
      else done(null);
    };
    broker.authorizeSubscribe = (client, subscription, done) =>
      done(null, this.#maySubscribe(client, subscription.topic) ? subscription : null);
    broker.authorizeForward = (_client, packet) => (this.#own.has(packet.payload as Buffer) ? packet : null);
    broker.on('subscribe', (_subscriptions, client) => {
      const camera = this.#signedIn.get(client)?.device;
      if (camera) this.#sendWaiting(camera);
    });
    this.#stopListening = kernel.live.onEvent((event) => this.#follow(event));
  }

  handleSocket(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const place = this.#limit.enter(socket.remoteAddress ?? null);
    if (!place) return void socket.destroy();
    socket.once('close', () => place.leave());
    // The first byte is read in a `readable` event; bytes put back are delivered after that event.
    setImmediate(() => {
      if (socket.destroyed) return;
      const stream = new PacketStream(socket, () => place.admit());
      const client = this.#broker.handle(stream);
      stream.once('close', () => this.#signedIn.delete(client));
    });
  }

  stop(): Promise<void> {
    this.#stopListening();
    return new Promise((resolve) => this.#broker.close(() => resolve()));
  }

  async #signIn(client: Client, packet: ConnectPacket): Promise<void> {
    const token = packet.password?.toString('utf8') ?? '';
    packet.clean = true;
    packet.will = undefined;
    try {
      const username = packet.username ?? '';
      const detector = await findMagnetic(this.#kernel.database, token);
      if (detector?.serialNo === username) {
        if (client.conn.destroyed) return;
        packet.clientId = `magnetic/${detector.tenantId}/${detector.magneticId}`;
        this.#signedIn.set(client, { ...NOBODY, detector, token });
        return;
      }
      const network = username === LORA_USER ? await findLoraNetwork(this.#kernel.database, token) : null;
      if (network) {
        if (client.conn.destroyed) return;
        packet.clientId = `lora/${network.tenantId}/${network.loraNetworkId}`;
        this.#signedIn.set(client, { ...NOBODY, network, token });
        return;
      }
      const device = await findDevice(this.#kernel, this.#driver, client, username, token);
      if (!device || client.conn.destroyed) return;
      packet.clientId = `camera/${device.tenantId}/${device.cameraId}`;
      this.#signedIn.set(client, { ...NOBODY, device, token });
    } catch (error) {
      this.#kernel.log.warn({ err: error }, 'a camera could not sign in');
      this.#unavailable.add(client);
    }
  }

  /** Takes a message of a camera; throws when it is not on one of its topics, or cannot be taken now. */
  async #take(client: Client, packet: PublishPacket): Promise<void> {
    const signedIn = this.#signedIn.get(client);
    const { device, detector, network } = signedIn ?? NOBODY;
    const topic = readTopic(packet.topic);
    const serialNo = (device ?? detector)?.serialNo ?? null;
    if (!network && (!topic || topic.serialNo !== serialNo)) throw new Error('not a topic of this device');
    packet.retain = false;
    const { database, log } = this.#kernel;
    try {
      if (network) {
        const current = await findLoraNetwork(database, signedIn!.token);
        if (!current) throw new Error('the network was removed');
        return await takeLoraTopic(this.#kernel, current, packet.topic, Buffer.from(packet.payload));
      }
      if (!device) return await takeMagneticTopic(this.#kernel, detector!, topic!, Buffer.from(packet.payload));
      const current = await findCameraById(database, device.tenantId, device.cameraId);
      if (!current) throw new Error('the camera was removed');
      await takeMqttMessage(this.#kernel, this.#driver, current, topic!, Buffer.from(packet.payload), this.#send);
    } catch (error) {
      log.warn({ device: serialNo ?? network?.name, err: error }, 'device message will come again');
      throw error;
    }
  }

  #maySubscribe(client: Client, topic: string): boolean {
    // Detectors and their network servers are told nothing.
    const serialNo = this.#signedIn.get(client)?.device?.serialNo ?? undefined;
    const isOwn = serialNo !== undefined && topic.startsWith(`device/${serialNo}/message/down/`);
    return isOwn && Object.keys(subscriptionsOf(client)).length < MAX_SUBSCRIPTIONS;
  }

  /** Sends queued commands, and ends connections whose token was replaced or whose camera was removed. */
  #follow(event: EventRow): void {
    const isQueued = isCommandQueued(event);
    const isRevoked = REVOKING.includes(event.kind);
    if (!isQueued && !isRevoked) return;
    for (const [client, { device, detector, network, token }] of this.#signedIn) {
      const id = device?.cameraId ?? detector?.magneticId ?? network?.loraNetworkId;
      if (isRevoked && event.subjectId === id) void endRevoked(this.#kernel, client, token);
      if (isQueued && device && event.data.cameraId === id) this.#sendWaiting(device);
    }
  }

  #sendWaiting(device: DeviceContext): void {
    sendQueued(this.#kernel, this.#driver, device, this.#send).catch((error: Error) =>
      this.#kernel.log.warn({ camera: device.cameraId, err: error }, 'command was not sent'),
    );
  }

  readonly #send: SendDown = async (device, name, message) => {
    const topic = `device/${device.serialNo}/message/down/${name}`;
    const payload = Buffer.from(JSON.stringify(message));
    this.#own.add(payload);
    for (const [client, { device: camera }] of this.#signedIn)
      if (camera?.cameraId === device.cameraId && isSubscribed(client, topic))
        await new Promise<void>((resolve, reject) => {
          const packet = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false } as const;
          client.publish(packet, (error) => (error ? reject(error) : resolve()));
        });
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
  for (const find of [findCamera, findMagnetic, findLoraNetwork])
    if (await find(kernel.database, token).catch(() => null)) return;
  client.close();
}

/** Returns the camera that signs in; null where it is refused, which is recorded. */
async function findDevice(
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
