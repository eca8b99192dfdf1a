import { FindingKind } from '@boyun/domain/patrol';
import type { ReportRow } from '@boyun/kernel/contract';
import { OperationDialog, Plate, ReferenceInput, useText } from '@boyun/kernel/web';
import { Select } from 'antd';
import { ACTS_OF, confirmFinding, FindingAct, type findingList } from './patrol-finding.contract.ts';

type Row = ReportRow<typeof findingList>;

const { act, spotId, mobile, note } = confirmFinding.input;
const FIELDS = { act, spotId, mobile, note };
const NO_SPOT = { zh: '请选择车辆所在的车位', en: 'Choose the spot the car stands on' };

/** Confirms a finding with what follows from it; closed while the row is null. */
export function ConfirmFinding({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const t = useText();
  const acts = row ? ACTS_OF[row.kind].filter((one) => row.lotId || one === 'remind' || one === 'note') : [];
  return (
    <OperationDialog
      key={row?.id}
      isOpen={row !== null}
      onClose={onClose}
      of={confirmFinding}
      given={{ findingId: row?.id ?? '' }}
      fields={FIELDS}
      initial={{ act: acts[0] ?? 'note' }}
      parts={(values) => ({
        act: ({ id, value, onChange }) => (
          <Select<FindingAct>
            id={id}
            value={value as FindingAct}
            options={acts.map((one) => ({ value: one, label: t(FindingAct[one]) }))}
            onChange={onChange}
          />
        ),
        spotId:
          values.act === 'open-order'
            ? ({ id, value, values: all, isInvalid, onChange }) => (
                <ReferenceInput
                  id={id}
                  to="spot"
                  fieldKey="spotId"
                  row={all as Readonly<Record<string, unknown>>}
                  filters={{ lotId: row?.lotId ?? null }}
                  value={value ?? null}
                  isInvalid={isInvalid}
                  onChange={onChange}
                />
              )
            : null,
        mobile: values.act === 'remind' ? undefined : null,
      })}
      disabledReason={(values) => (values.act === 'open-order' && !values.spotId ? NO_SPOT : null)}
      done={{ zh: '已处理', en: 'Handled' }}
      refreshes={['patrol-finding']}
    >
      {row && (
        <p>
          <Plate text={row.plate} color={row.plateColor} /> {t(FindingKind[row.kind])}
          <span className="by-faint"> · {row.detail}</span>
        </p>
      )}
    </OperationDialog>
  );
}
