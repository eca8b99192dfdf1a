import { LanesInput } from '@boyun/facilities/web';
import { ReferenceInput, ResourcePage, StateDot } from '@boyun/kernel/web';
import { Suspense } from 'react';
import { sentry } from './sentry.contract.ts';

/** The booths with their lanes, box and current attendant. */
export default function SentryPage() {
  return (
    <ResourcePage
      of={sentry}
      everyMs={30_000}
      cells={{
        name: { width: 150, isGrowing: true },
        laneNames: { width: 240, isGrowing: true },
        boxId: { width: 160 },
        onDuty: {
          width: 120,
          cell: (row) =>
            row.onDuty ? (
              <StateDot tone="good" label={{ zh: row.onDuty, en: row.onDuty }} />
            ) : (
              <StateDot label={{ zh: '无人值班', en: 'Unmanned' }} />
            ),
        },
        remark: { isHiddenAtFirst: true },
      }}
      formParts={{
        laneIds: ({ id, value, values, onChange }) => (
          <Suspense fallback={null}>
            <LanesInput
              id={id}
              lotId={(values.lotId as string | null) ?? null}
              value={(value ?? []) as string[]}
              onChange={onChange}
            />
          </Suspense>
        ),
        boxId: ({ id, value, values, onChange, isInvalid }) => (
          <ReferenceInput
            id={id}
            to="box"
            fieldKey="boxId"
            row={values}
            filters={{ lotId: values.lotId }}
            value={value}
            isInvalid={isInvalid}
            onChange={onChange}
          />
        ),
      }}
    />
  );
}
