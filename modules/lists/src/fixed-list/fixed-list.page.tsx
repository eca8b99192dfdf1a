import { ReferenceInput } from '@boyun/kernel/web';
import { EntryPage } from '../standing/entry-page.view.tsx';
import { Validity } from '../standing/list-cell.view.tsx';
import { listReviews } from '../standing/list-review.contract.ts';
import { fixedList } from './fixed-list.contract.ts';

/** Fixed vehicles; the form offers the spots of the chosen lot. */
export default function FixedListPage() {
  return (
    <EntryPage
      of={fixedList}
      kind={listReviews.fixedList}
      columns={['plate', 'lotId', 'spotId', 'ownerName', 'ownerPhone', 'validity', 'validFrom', 'validUntil', 'remark']}
      cells={{
        lotId: { width: 150 },
        spotId: { width: 96 },
        ownerName: { width: 112 },
        ownerPhone: { width: 128 },
        validity: { label: { zh: '状态', en: 'State' }, width: 96, cell: (row) => <Validity row={row} /> },
      }}
      formParts={{
        lotId: ({ id, value, values, isInvalid, setValues }) => (
          <ReferenceInput
            id={id}
            to="lot"
            fieldKey="lotId"
            row={values}
            value={value}
            isInvalid={isInvalid}
            onChange={(lotId) => setValues({ lotId, spotId: null })}
          />
        ),
        spotId: ({ id, value, values, isInvalid, onChange }) => (
          <ReferenceInput
            id={id}
            to="spot"
            fieldKey="spotId"
            row={values}
            filters={values.lotId ? { lotId: values.lotId } : {}}
            value={value}
            isInvalid={isInvalid}
            onChange={onChange}
          />
        ),
      }}
    />
  );
}
