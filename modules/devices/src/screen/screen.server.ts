import type { ScreenFormat } from '@boyun/domain/screen-frame';
import { unknownValues } from '@boyun/domain/screen-text';
import { kernelRefusal, Refusal, say } from '@boyun/kernel/contract';
import {
  coversLot,
  handleFreely,
  notFound,
  type ResourceHooks,
  type Sweep,
  serveResource,
  type TenantTx,
} from '@boyun/kernel/server';
import { protocolsTaking } from '../camera/protocol.contract.ts';
import { cameraOrderRefusal } from '../command/camera-order.contract.ts';
import { createCommand } from '../command/command.service.ts';
import { pushScreen, screen, screenRefusal, screenTemplate } from './screen.contract.ts';
import { countOnScreens, type NetworkScreen, showOnScreen, TEMPLATES_KEPT } from './screen.service.ts';
import { permittedAddress } from './screen-line.service.ts';

const hooks: ResourceHooks<typeof screen> = {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values };
    if (!row.lotId || !coversLot(tx.who, row.lotId))
      throw new Refusal(kernelRefusal['not-found'], { what: screen.fields.lotId.label[tx.who.language] });
    if (row.kind === 'guidance' && row.route !== 'tcp') throw new Refusal(screenRefusal['network-only']);
    if (row.kind === 'lane' && !row.laneId) throw new Refusal(screenRefusal['lane-needed']);
    if (row.route === 'tcp' && !(row.address && row.port)) throw new Refusal(screenRefusal['address-needed']);
    if (row.laneId) await checkLane(tx, row.laneId, row.lotId, row.kind === 'lane' ? (before?.id ?? null) : undefined);
    return row.kind === 'guidance' ? { ...values, laneId: null } : values;
  },
};

/** Refuses a lane of another lot, and, unless it is left out, one that has another screen than this one. */
async function checkLane(tx: TenantTx, laneId: string, lotId: string, screenId?: string | null): Promise<void> {
  const [lane] = await tx.query<{ lotId: string; isTaken: boolean }>(
    `select lot_id, exists (select from screen s where s.tenant_id = l.tenant_id and s.lane_id = l.id and s.id is distinct from $3)
       as "isTaken" from lane_fact l where tenant_id = $1 and id = $2`,
    [tx.tenantId, laneId, screenId ?? null],
  );
  if (lane?.lotId !== lotId) throw new Refusal(screenRefusal['lane-elsewhere']);
  if (lane.isTaken && screenId !== undefined) throw new Refusal(screenRefusal['has-screen']);
}

/** The table of screens. */
export const screenServer = serveResource(screen, hooks);

/** The table of templates; a name in braces that is no value is refused. */
export const screenTemplateServer = serveResource(screenTemplate, {
  async beforeWrite(_tx, values) {
    const [name] = unknownValues(`${values.lines ?? ''} ${values.voice ?? ''}`);
    if (name) throw new Refusal(screenRefusal['unknown-value'], { name: `{${name}}` });
    return values;
  },
  async afterWrite(tx) {
    tx.invalidate(TEMPLATES_KEPT);
  },
  async beforeDelete(tx) {
    tx.invalidate(TEMPLATES_KEPT);
  },
});

interface Pushed extends Omit<NetworkScreen, 'address' | 'port'> {
  readonly name: string;
  readonly route: 'camera' | 'tcp';
  readonly laneId: string | null;
  readonly address: string | null;
  readonly port: number | null;
  readonly format: ScreenFormat;
}

async function requireScreen(tx: TenantTx, id: string): Promise<Pushed> {
  const [row] = await tx.query<Pushed>(
    `select s.tenant_id, s.id, s.name, s.lot_id, s.lane_id, s.route, s.address, s.port, s.format, s.is_speaking, s.brightness_plan,
       l.time_zone as zone
     from screen s join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id where s.tenant_id = $1 and s.id = $2`,
    [tx.tenantId, id],
  );
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, screen.title);
  return row;
}

const queued = { zh: '已交由相机转发，结果见指令记录', en: 'The camera passes it on; see the device commands' };

/** Shows words on a screen: at its address, outside of any transaction, or through the camera of its lane. */
export const pushScreenServer = handleFreely(pushScreen, async (kernel, { screenId, words, voice }, { who }) => {
  const lines = words
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const row = await kernel.database.inTenant(who!, (tx) => requireScreen(tx, screenId));
  const { address, port, route } = row;
  if (route === 'tcp' && address && port) {
    if (!(await permittedAddress(kernel, { address, port })))
      throw new Refusal(screenRefusal['private-address'], { address });
    const { kind, message } = await showOnScreen(kernel, { ...row, address, port }, { lines, voice });
    await kernel.database.inTenant(who!, async (tx) => note(tx, row, { words, outcome: kind }));
    return { isShown: kind === 'shown', message: say(message, who!.language) };
  }
  await kernel.database.inTenant(who!, async (tx) => {
    const commandId = await passOn(tx, row, lines);
    note(tx, row, { words, commandId });
  });
  return { isShown: false, message: say(queued, who!.language) };
});

function note(tx: TenantTx, { id, name }: Pushed, after: Record<string, unknown>): void {
  tx.audit({ action: pushScreen.audit!, subjectKind: screen.name, subjectId: id, subject: name, after });
}

/** Queues a text for the camera of the screen's lane; throws a refusal where none is online that passes bytes on. */
async function passOn(tx: TenantTx, { laneId, lotId }: Pushed, lines: readonly string[]): Promise<string> {
  const [camera] = await tx.query<{ id: string }>(
    `select id from camera where tenant_id = $1 and lane_id = $2 and state = 'online' and protocol = any($3) order by id limit 1`,
    [tx.tenantId, laneId, protocolsTaking('text')],
  );
  if (!camera) throw new Refusal(cameraOrderRefusal.offline);
  const reason = pushScreen.title;
  const command = {
    lotId,
    laneId: laneId!,
    cameraId: camera.id,
    kind: 'text',
    content: lines.join('\n'),
    reason,
  } as const;
  return createCommand(tx, { ...command, passingId: null, plate: null, isSentWithAnswer: false }).id;
}

/** Counts free spots on guidance screens. */
export const guidance: Sweep = { name: 'guidance-screens', everySeconds: 5, run: countOnScreens };
