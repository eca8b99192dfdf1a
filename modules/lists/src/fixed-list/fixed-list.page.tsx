import { ReferenceInput, ResourcePage } from '@boyun/kernel/web';
import { Validity } from '../standing/list-cell.view.tsx';
import { fixedList } from './fixed-list.contract.ts';

/** Fixed vehicles; the form offers the spots of the chosen lot. */
export default function FixedListPage() {
  return (
    <ResourcePage
      of={fixedList}
      columns={['plate', 'lotId', 'spotId', 'ownerName', 'ownerPhone', 'validity', 'validFrom', 'validUntil', 'remark']}
      cells={{
        plate: { width: 132 },
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
