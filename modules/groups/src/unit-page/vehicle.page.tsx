import { now, Plate, ReferenceInput, ResourcePage } from '@boyun/kernel/web';
import { PendingStrip } from '@boyun/reviews/web';
import { unitReviews } from '../unit-bill/unit-bill-review.contract.ts';
import { unitVehicle } from '../unit-vehicle/unit-vehicle.contract.ts';

/** Vehicles of units; the form offers the departments of the chosen unit. */
export default function VehiclePage() {
  return (
    <ResourcePage
      of={unitVehicle}
      above={() => <PendingStrip kinds={[unitReviews.vehicles.name]} />}
      startWith={() => ({ validFrom: now() })}
      cells={{
        plate: { width: 132, cell: (row) => <Plate text={row.plate} /> },
        unitId: { width: 170, isGrowing: true },
        departmentId: { width: 120 },
        driverName: { width: 100 },
        driverPhone: { width: 128 },
        lotIds: { width: 160 },
        remark: { isHiddenAtFirst: true },
      }}
      formParts={{
        unitId: ({ id, value, values, isInvalid, setValues }) => (
          <ReferenceInput
            id={id}
            to="unit"
            fieldKey="unitId"
            row={values}
            value={value}
            isInvalid={isInvalid}
            onChange={(unitId) => setValues({ unitId, departmentId: null })}
          />
        ),
        departmentId: ({ id, value, values, isInvalid, onChange }) => (
          <ReferenceInput
            id={id}
            to="unit-department"
            fieldKey="departmentId"
            row={values}
            filters={values.unitId ? { unitId: values.unitId } : {}}
            value={value}
            isInvalid={isInvalid}
            onChange={onChange}
          />
        ),
      }}
      empty={{
        title: { zh: '还没有单位车辆', en: 'No unit vehicles yet' },
        hint: {
          zh: '逐辆新增或导入表格；一个单位的车共用它在车场的车位',
          en: 'Add them or import a table; the cars of a unit share its spots in a lot',
        },
      }}
    />
  );
}
