import type { WeeklyWindow } from '@boyun/domain/shared-parking';
import type { Label, Listed } from '@boyun/kernel/contract';
import { call, Drawer, notify, RecordForm, SENT_FOR_REVIEW, useText } from '@boyun/kernel/web';
import { changeOffer, offerSpot, type sharedOffer } from '../offer/shared-offer.contract.ts';
import { WindowsInput } from './windows-input.view.tsx';

const { offerId: _, ...CHANGE } = changeOffer.input;
const START: WeeklyWindow[] = [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }];

interface PartProps {
  readonly id: string;
  readonly value: unknown;
  readonly isInvalid: boolean;
  readonly setValues: (values: { windows: WeeklyWindow[] }) => void;
}

const parts = {
  windows: ({ id, value, isInvalid, setValues }: PartProps) => (
    <WindowsInput
      id={id}
      value={(value as WeeklyWindow[] | null) ?? []}
      isInvalid={isInvalid}
      onChange={(windows) => setValues({ windows })}
    />
  ),
};

/** Offers a spot, or changes hours and prices of one that is offered. */
export default function OfferForm({
  row,
  onClose,
  onDone,
}: {
  row: Listed<typeof sharedOffer> | null;
  onClose: () => void;
  onDone: () => unknown;
}) {
  const t = useText();
  const end = async (isPending: boolean, done: Label) => {
    notify('good', isPending ? SENT_FOR_REVIEW : done);
    onClose();
    await onDone();
  };
  return (
    <Drawer
      isOpen
      width={620}
      title={row ? `${t(changeOffer.title)} · ${row.spotName ?? row.offerNo}` : t(offerSpot.title)}
      onClose={onClose}
    >
      {row ? (
        <RecordForm
          columns={1}
          fields={CHANGE}
          initial={{ windows: row.windows, hourFen: row.hourFen, dayCapFen: row.dayCapFen }}
          parts={parts}
          submitText={t({ zh: '提交变更', en: 'Change it' })}
          onSubmit={async (values) => {
            const { isPending } = await call(changeOffer, { offerId: row.id, ...values });
            await end(isPending, { zh: '已变更', en: 'Changed' });
          }}
          onCancel={onClose}
        />
      ) : (
        <RecordForm
          columns={1}
          fields={offerSpot.input}
          initial={{ windows: START }}
          parts={parts}
          submitText={t({ zh: '发布', en: 'Share it' })}
          onSubmit={async (values) => {
            const { isPending } = await call(offerSpot, values);
            await end(isPending, { zh: '已发布', en: 'Shared' });
          }}
          onCancel={onClose}
        />
      )}
    </Drawer>
  );
}
