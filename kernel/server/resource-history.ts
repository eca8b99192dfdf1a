import { lotsOf, type Resource, type Row, type RowChange } from '../contract/resource.ts';
import type { TenantTx } from './database.ts';
import { onlyLot } from './history-write.ts';
import { readable } from './resource-row.ts';

/** Records the event and the audit entry of a write; `row` is null after a deletion, `before` for a new row, `note` is added to the entry. */
export function recordWrite(
  tx: TenantTx,
  resource: Resource,
  act: RowChange,
  row: Row<Resource> | null,
  before: Row<Resource> | null,
  note?: object,
): void {
  const subject = (row ?? before)!;
  const lotId = onlyLot(lotsOf(resource, subject));
  tx.emit(resource.events[act], { lotId, subjectId: subject.id, data: { id: subject.id } });
  tx.audit({
    action: `${resource.name}.${act}`,
    subjectKind: resource.name,
    subjectId: subject.id,
    subject: resource.subject(subject),
    ...(resource.lotField === null ? {} : { lotId }),
    before: before ? readable(resource, before) : undefined,
    after: row || note ? { ...(row ? readable(resource, row) : {}), ...note } : undefined,
  });
}
