import { FieldList, ListPage } from '@boyun/kernel/web';
import { auditLog } from './audit-log.contract.ts';
import { Difference } from './difference.view.tsx';

/** The audit log; the drawer shows the changed values. */
export default function AuditLogPage() {
  return (
    <ListPage
      source={auditLog}
      columns={['at', 'actorName', 'account', 'actionName', 'subjectKindName', 'subject', 'address', 'action']}
      cells={{
        at: { width: 160 },
        actorName: { width: 120, isGrowing: false, cell: (row) => <b className="by-strong">{row.actorName}</b> },
        account: { width: 116, isGrowing: false },
        actionName: { width: 172, isGrowing: false },
        subjectKindName: { width: 140, isGrowing: false },
        subject: { isGrowing: true },
        address: { width: 140, isGrowing: false },
        action: { width: 180, isGrowing: false, isHiddenAtFirst: true },
      }}
      detailTitle={(row) => row.actionName}
      detailWidth={720}
      detail={(row) => (
        <div className="audit-log-entry">
          <FieldList
            fields={auditLog.columns}
            keys={['at', 'actorName', 'account', 'address', 'subjectKindName', 'subject', 'action', 'requestId']}
            row={row}
          />
          <Difference entry={row} />
        </div>
      )}
      empty={{
        title: { zh: '还没有操作记录', en: 'No entries yet' },
        hint: {
          zh: '每次新增、修改和操作都会记录在这里',
          en: 'Every addition, change and operation is recorded here',
        },
      }}
    />
  );
}
