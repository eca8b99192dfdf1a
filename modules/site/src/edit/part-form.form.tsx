import { chargeBinding } from '@boyun/charging/contract';
import { box } from '@boyun/devices/contract';
import { garage, gate, lane, lot } from '@boyun/facilities/contract';
import { LanesInput, TidalPlanInput } from '@boyun/facilities/web';
import type { Fields, Resource } from '@boyun/kernel/contract';
import {
  createRow,
  Drawer,
  type FormParts,
  RecordForm,
  ReferenceInput,
  refreshLists,
  tell,
  updateRow,
  useText,
} from '@boyun/kernel/web';
import { payChannel } from '@boyun/payments/contract';
import { Suspense } from 'react';

/** A row of what stands in a lot. */
export type PartRow = { readonly id: string; readonly version: number } & Readonly<Record<string, unknown>>;

/** What is to be added to a lot or changed in it. */
export interface PartAsk {
  readonly of: Resource;
  /** The row that is changed; a new one without it. */
  readonly row?: PartRow;
  readonly startWith?: Readonly<Record<string, unknown>>;
  /** Asks for these fields alone. */
  readonly keys?: readonly string[];
}

/** How a lane treats cars: asked for among the rules, not where lanes are laid out. */
export const POLICY_KEYS = [
  'mode',
  'temporary',
  'whiteListed',
  'packHolder',
  'fixedVehicle',
  'freeListed',
  'visitor',
  'unitVehicle',
  'vipMember',
  'largeVehicle',
  'whenFull',
  'noPlate',
  'unmatched',
];

/** What a form of a part leaves out: the lot is known, and what follows from elsewhere is asked for there. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  [garage.name]: ['lotId'],
  [gate.name]: ['lotId'],
  [lane.name]: POLICY_KEYS,
  [box.name]: ['lotId'],
  [chargeBinding.name]: ['lotId', 'areaId'],
  [payChannel.name]: ['lotId'],
};

/** Adds a part to a lot or changes one, through the same calls as its own page. */
export function PartForm({ lotId, ask, onClose }: { lotId: string; ask: PartAsk | null; onClose: () => void }) {
  const t = useText();
  return (
    <Drawer
      isOpen={ask !== null}
      width={ask?.of === lane || ask?.of === box ? 680 : 520}
      title={
        ask && t(ask.row ? { zh: '编辑{what}', en: 'Edit: {what}' } : { zh: '新增{what}', en: 'Add: {what}' }, nameOf())
      }
      onClose={onClose}
    >
      {ask && <Asked key={ask.row?.id ?? ask.of.name} lotId={lotId} ask={ask} onClose={onClose} />}
    </Drawer>
  );

  function nameOf() {
    const name = ask!.row?.[ask!.of.nameField];
    return { what: typeof name === 'string' ? ` ${name}` : t(ask!.of.title) };
  }
}

function Asked({ lotId, ask, onClose }: { lotId: string; ask: PartAsk; onClose: () => void }) {
  const { of, row } = ask;
  const keys = ask.keys ?? Object.keys(of.fields).filter((key) => !LEFT_OUT[of.name]?.includes(key));
  const fields = Object.fromEntries(keys.map((key) => [key, of.fields[key]])) as Fields;
  const hasLot = 'lotId' in of.fields && !of.fields.lotId.isReadOnly;
  const save = async (values: Record<string, unknown>) => {
    if (row) await updateRow(of, row, values);
    else await createRow(of, { ...(hasLot ? { lotId } : {}), ...values });
    tell('good', { zh: '保存成功', en: 'Saved' });
    onClose();
    await Promise.all([refreshLists(of.name), refreshLists(lot.name)]);
  };
  return (
    <Suspense fallback={null}>
      <RecordForm
        fields={fields}
        initial={row ?? ask.startWith}
        parts={partsIn(lotId)}
        onSubmit={save}
        onCancel={onClose}
      />
    </Suspense>
  );
}

/** Gates and lanes are chosen among those of the lot. */
function partsIn(lotId: string): FormParts {
  const within =
    (to: string): FormParts[string] =>
    ({ id, value, onChange, isInvalid }) => (
      <ReferenceInput
        id={id}
        to={to}
        filters={{ lotId }}
        value={value as string | null}
        isInvalid={isInvalid}
        onChange={onChange}
      />
    );
  return {
    gateId: within(gate.name),
    laneId: within(lane.name),
    laneIds: ({ id, value, onChange }) => (
      <LanesInput id={id} lotId={lotId} value={(value ?? []) as string[]} onChange={onChange} />
    ),
    tidalPlan: ({ id, value, onChange, isInvalid }) => (
      <TidalPlanInput id={id} value={(value ?? []) as never} isInvalid={isInvalid} onChange={onChange} />
    ),
  };
}
