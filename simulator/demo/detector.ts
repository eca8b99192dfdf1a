import { systemWho } from '@boyun/kernel/server';
import { settlePending, takeSighting } from '@boyun/passings/server';
import type { Product } from '@boyun/server/product';
import { type DetectorMessage, uplinkOf } from '../replay/detector.ts';
import { createRandom } from '../replay/random.ts';
import type { DemoWorld } from './build.ts';
import type { Call } from './sign-in.ts';

/** Spots of the street, each with a detector. */
export const STREET_SPOTS = 16;
/** The number of a spot of the street. */
export const spotNumber = (index: number) => `X${String(index).padStart(2, '0')}`;
/** Every third one is heard through a network of LoRaWAN. */
const isLora = (index: number) => index % 3 === 0;
/** The number of the detector below a spot of the street: of LoRaWAN its DevEUI. */
export const detectorNo = (index: number) =>
  isLora(index) ? `24E124141F5A${index.toString(16).toUpperCase().padStart(4, '0')}` : `DC06-${index}`;

const MINUTE_MS = 60_000;
/** Detectors that flap all the time: one is set too sensitive, one lies beside the tram. */
const FLAPPING = [7, 13];
/** One with a battery to be changed, one that has not been switched on, one below road works. */
const WEAK = 5;
const NEW = 16;
const MUTED = 14;

/** The detectors of the street, as the demo lets them speak. */
export interface DemoDetectors {
  say(index: number, kind: DetectorMessage['Kind'], minutesAgo: number, isTaken?: boolean): Promise<void>;
  /** Decides on what has lasted by now. */
  settle(): Promise<void>;
}

/**
 * Adds the detectors of the street with two days behind them: cars that a camera named, some that it did not, false reports, and devices
 * with something to be done. The live traffic goes on with them.
 */
export async function addDetectors(
  product: Product,
  admin: Call,
  world: DemoWorld,
  LotId: string,
): Promise<DemoDetectors> {
  const lora = await addLoraNetworks(admin);
  const paths: string[] = [];
  const ids: string[] = [];
  for (let index = 1; index <= STREET_SPOTS; index += 1) {
    const Model = isLora(index) ? 'LoRa 双模' : 'NB-IoT 双模';
    const { Id } = await admin('/api/magnetic/create', {
      SerialNo: detectorNo(index),
      LotId,
      Model,
      HeartbeatMinutes: 30,
    });
    const { TokenPath } = (await admin('/api/magnetic/rotateSecret', { MagneticId: Id })) as unknown as {
      TokenPath: string;
    };
    ids.push(Id);
    paths.push(isLora(index) ? lora : TokenPath);
  }
  const now = product.kernel.clock.now().getTime();
  let sequence = 0;
  const say: DemoDetectors['say'] = async (index, Kind, minutesAgo, IsTaken) => {
    sequence += 1;
    const Battery = index === WEAK ? 14 : 42 + ((index * 37) % 57);
    const message: DetectorMessage = {
      Kind,
      Sequence: sequence,
      HappenedAt: new Date(now - minutesAgo * MINUTE_MS).toISOString(),
      Battery,
      Signal: index === WEAK ? -117 : -88 - ((index * 7) % 20),
      ...(IsTaken === undefined ? {} : { IsTaken }),
    };
    const payload = isLora(index) ? uplinkOf(detectorNo(index), message) : message;
    const answer = await product.app.inject({ method: 'POST', url: paths[index - 1]!, payload });
    if (answer.statusCode !== 200) throw new Error(`${detectorNo(index)}: ${answer.body}`);
  };
  await liveTwoDays(product, world, LotId, say);
  for (let index = 1; index <= STREET_SPOTS; index += 1) if (index !== NEW) await say(index, 'heartbeat', 0, false);
  await admin('/api/magnetic/mute', { MagneticId: ids[MUTED - 1], Hours: 72, Reason: '路面施工，围挡占用车位' });
  await addWatch(admin, world, LotId);
  world.fleet.detectors = paths
    .map((path, at) => ({
      serial: detectorNo(at + 1),
      path,
      spot: spotNumber(at + 1),
      isTaken: [3, 4, 5, 6, 9].includes(at + 1),
      isLora: isLora(at + 1),
    }))
    .filter((one) => one.serial !== detectorNo(NEW));
  return { say, settle: () => settlePending.run(product.kernel) };
}

/** Two network servers: one whose detectors speak, one that is being set up. Returns the address of the first. */
async function addLoraNetworks(admin: Call): Promise<string> {
  const map = { StatePath: 'bytes[0]', StateMask: 1, StatePort: 2, BatteryPath: 'bytes[1]' };
  const { Id: LoraNetworkId } = await admin('/api/loraNetwork/create', {
    Name: '滨江西街 ChirpStack',
    ...map,
    Remark: '每条两字节：最低位为车位状态，第二字节为电量',
  });
  await admin('/api/loraNetwork/create', {
    Name: '江南片区 The Things Stack',
    StatePath: 'parking.status',
    TakenValues: 'OCCUPIED',
    BatteryPath: 'battery.voltage',
    BatteryEmpty: 3,
    BatteryFull: 3.6,
  });
  const { Address } = (await admin('/api/loraNetwork/rotateToken', { LoraNetworkId })) as unknown as {
    Address: string;
  };
  return Address;
}

/** The box behind the street's camera, which names cars. */
async function addWatch(admin: Call, world: DemoWorld, LotId: string): Promise<void> {
  const serial = 'BOX-LC06';
  const { Id: BoxId } = await admin('/api/boxManage/create', { Name: '滨江西街视频桩', LotId, SerialNo: serial });
  const { DeviceSecret: secret } = await admin('/api/boxManage/rotateSecret', { BoxId });
  world.fleet.watch = { serial, secret };
  (world.boxes as { serialNo: string; secret: string }[]).push({ serialNo: serial, secret });
}

/** Yesterday and the day before on the street, without what is there now. */
async function liveTwoDays(
  product: Product,
  { tenantId }: DemoWorld,
  LotId: string,
  say: DemoDetectors['say'],
): Promise<void> {
  const random = createRandom('street');
  const now = product.kernel.clock.now().getTime();
  const see = (index: number, plate: string, minutesAgo: number) =>
    product.kernel.database.inTenant(systemWho(tenantId, '视频桩'), (tx) =>
      takeSighting(tx, LotId, {
        eventKey: `demo ${index} ${minutesAgo}`,
        spotNumber: spotNumber(index),
        plate,
        isTaken: true,
        happenedAt: new Date(now - minutesAgo * MINUTE_MS),
      }),
    );
  for (let index = 1; index < STREET_SPOTS; index += 1) {
    for (let ago = 46 * 60 - index * 9; ago > 5 * 60; ago -= Math.round(random.between(480, 800))) {
      const minutes = Math.round(random.between(25, 110));
      await say(index, 'arrive', ago);
      const plate = `粤B${random.pick([...'2356789'])}${random.pick([...'FHKQTX'])}${100 + random.below(900)}`;
      // One in eight nobody has named.
      if (!random.chance(0.12)) await see(index, plate, ago - 2);
      await say(index, 'leave', ago - minutes);
      for (let flap = FLAPPING.includes(index) ? random.below(4) : Number(random.chance(0.12)); flap > 0; flap -= 1) {
        const at = ago - minutes - 20 - flap * 15;
        await say(index, 'arrive', at);
        await say(index, 'leave', at - 0.1);
      }
    }
  }
}
