import { chargeBinding } from '@boyun/charging/contract';
import { box } from '@boyun/devices/contract';
import { garage, gate, lane, lanePolicies, lot } from '@boyun/facilities/contract';
import { LanesInput, TidalPlanInput } from '@boyun/facilities/web';
import type { Fields, Resource, Values } from '@boyun/kernel/contract';
import {
  createRow,
  Drawer,
  type FormParts,
  notify,
  RecordForm,
  ReferenceInput,
  refreshLists,
  updateRow,
  useText,
} from '@boyun/kernel/web';
import { payChannel } from '@boyun/money/contract';
import { Suspense } from 'react';

/** A row of a part of a lot. */
export type PartRow = { readonly id: string; readonly version: number } & Readonly<Record<string, unknown>>;

/** A request to add or edit a part of a lot. */
export interface PartAsk {
  readonly of: Resource;
  /** The row to edit; omitted for a new one. */
  readonly row?: PartRow;
  readonly startWith?: Readonly<Record<string, unknown>>;
  /** Limits the form to these fields. */
  readonly keys?: readonly string[];
}

/** Pass policies of a lane, edited in the rules step rather than in the lane form. */
export const POLICY_KEYS = [...Object.keys(lanePolicies), 'whenFull', 'noPlate', 'unmatched'];

/** Fields omitted from the form of a part: the lot is known, and the rest is edited elsewhere. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  [garage.name]: ['lotId'],
  [gate.name]: ['lotId'],
  [lane.name]: POLICY_KEYS,
  [box.name]: ['lotId'],
  [chargeBinding.name]: ['lotId', 'areaId'],
  [payChannel.name]: ['lotId'],
};

/** Adds or edits a part of a lot through the same operations as its own page. */
export function PartForm({
  lotId,
  ask,
  onClose,
  onAdded,
}: {
  lotId: string;
  ask: PartAsk | null;
  onClose: () => void;
  /** Called with the id of a row that was added. */
  onAdded?: (id: string) => void;
}) {
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
      {ask && <Asked key={ask.row?.id ?? ask.of.name} lotId={lotId} ask={ask} onClose={onClose} onAdded={onAdded} />}
    </Drawer>
  );

  function nameOf() {
    const name = ask!.row?.[ask!.of.nameField];
    return { what: typeof name === 'string' ? ` ${name}` : t(ask!.of.title) };
  }
}

function Asked({
  lotId,
  ask,
  onClose,
  onAdded,
}: {
  lotId: string;
  ask: PartAsk;
  onClose: () => void;
  onAdded?: (id: string) => void;
}) {
  const { of, row } = ask;
  const keys = ask.keys ?? Object.keys(of.fields).filter((key) => !LEFT_OUT[of.name]?.includes(key));
  const fields = Object.fromEntries(keys.map((key) => [key, of.fields[key]])) as Fields;
  const hasLot = 'lotId' in of.fields && !of.fields.lotId.isReadOnly;
  const save = async (values: Record<string, unknown>) => {
    const made = row ? null : await createRow(of, { ...(hasLot ? { lotId } : {}), ...values });
    if (row) await updateRow(of, row, values);
    notify('good', { zh: '保存成功', en: 'Saved' });
    onClose();
    if (made) onAdded?.(made.id);
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

/** Limits the choices of gates and lanes to the lot. */
function partsIn(lotId: string): FormParts<Fields> {
  const within =
    (to: string): FormParts<Fields>[string] =>
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
      <TidalPlanInput
        id={id}
        value={(value ?? []) as Values<typeof lane.fields>['tidalPlan']}
        isInvalid={isInvalid}
        onChange={onChange}
      />
    ),
  };
}
