import { type DeviceContext, findCameraById, findCamerasOf, findMagneticsOf } from '@boyun/devices/server';
import type { Kernel } from '@boyun/kernel/server';
import { connect, type MqttClient } from 'mqtt';
import type { DeviceBus, Driver } from '../driver/driver.service.ts';
import { isCommandQueued } from '../intake/queued-command.service.ts';
import { type DeviceTopic, readTopic, type SendDown, sendQueued, takeMqttMessage } from './mqtt-intake.service.ts';
import { takeMagneticTopic } from './mqtt-magnetic.service.ts';

/** Of all server processes one gets each message. */
const SHARED = '$share/boyun/';
const TOPICS = ['device/+/message/up/+', 'device/+/message/down/+/reply'];

/**
 * Works with a broker outside of the product. That broker signs cameras in and keeps each to its own topics; here the
 * serial number in the topic names the camera, so it must be one camera's alone among those that speak MQTT.
 */
export async function startMqttClient(kernel: Kernel, driver: Driver, url: string): Promise<DeviceBus> {
  const client = connectTo(url);
  client.on('error', (error) => kernel.log.warn({ err: error }, 'the MQTT broker is away'));
  client.on('connect', () => {
    client
      .subscribeAsync(
        TOPICS.map((topic) => SHARED + topic),
        { qos: 1 },
      )
      .catch((error: Error) => kernel.log.warn({ err: error }, 'the MQTT broker refused the topics'));
  });
  const send: SendDown = async (device, name, message) => {
    const topic = `device/${device.serialNo}/message/down/${name}`;
    // Not awaited: the library reads the broker's acknowledgement only after the message that is being handled.
    client.publish(topic, JSON.stringify(message), { qos: 1 }, (error) => {
      if (error) kernel.log.warn({ topic, err: error }, 'the MQTT broker did not take a command');
    });
  };
  // The acknowledgement follows this, so what is acknowledged has been taken.
  client.handleMessage = (packet, done) => {
    const topic = readTopic(packet.topic);
    if (!topic) return done();
    takeFrom(kernel, driver, topic, Buffer.from(packet.payload), send).then(
      () => done(),
      (error: Error) => {
        kernel.log.warn({ topic: packet.topic, err: error }, 'camera message will come again');
        done(error);
      },
    );
  };
  const stopListening = kernel.live.onEvent((event) => {
    if (!isCommandQueued(event)) return;
    findCameraById(kernel.database, event.tenantId, String(event.data.cameraId))
      .then(async (device) => {
        if (device?.protocol !== driver.protocol || device.serialNo === null) return;
        // The topic names the serial number alone: a command goes out only where one camera has it.
        const sole = await findDevice(kernel, driver, device.serialNo);
        if (sole?.cameraId === device.cameraId) await sendQueued(kernel, driver, device, send);
      })
      .catch((error: Error) => kernel.log.warn({ err: error }, 'command was not sent'));
  });
  return {
    handleSocket: (socket) => void socket.destroy(),
    async stop() {
      stopListening();
      await client.endAsync(true);
    },
  };
}

/** Connects with the name and password of the address; the library itself would split a password at a colon. */
function connectTo(url: string): MqttClient {
  const broker = new URL(url);
  const username = decodeURIComponent(broker.username);
  const password = decodeURIComponent(broker.password);
  broker.username = '';
  broker.password = '';
  return connect(broker.href, {
    clean: true,
    reconnectPeriod: 2000,
    resubscribe: true,
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
  });
}

/** Takes a message for the camera or the detector that alone has the serial number of its topic. */
async function takeFrom(
  kernel: Kernel,
  driver: Driver,
  topic: DeviceTopic,
  bytes: Uint8Array,
  send: SendDown,
): Promise<void> {
  const [detector, other] = await findMagneticsOf(kernel.database, topic.serialNo);
  if (detector && !other && (await findCamerasOf(kernel.database, driver.protocol, topic.serialNo)).length === 0)
    return takeMagneticTopic(kernel, detector, topic, bytes);
  const device = await findDevice(kernel, driver, topic.serialNo);
  if (device) await takeMqttMessage(kernel, driver, device, topic, bytes, send);
}

async function findDevice(kernel: Kernel, driver: Driver, serialNo: string): Promise<DeviceContext | null> {
  const found = await findCamerasOf(kernel.database, driver.protocol, serialNo);
  if (found.length === 1) return found[0]!;
  kernel.metrics.refused.inc({ reason: 'unknown' });
  kernel.log.warn({ serialNo, cameras: found.length }, 'device refused');
  return null;
}
