import { FieldList, ListPage, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { ActorKind, auditLog } from './audit-log.contract.ts';
import { Difference } from './difference.view.tsx';

type Shown = keyof typeof ActorKind | 'all';

/** The audit log, of the staff at first; the drawer shows the changed values. */
export default function AuditLogPage() {
  const t = useText();
  // A link to entries means all of them, whoever made them.
  const { search } = useLocation();
  const [by, setBy] = useState<Shown>(() => (search === '' ? 'staff' : 'all'));
  return (
    <ListPage
      source={auditLog}
      fixed={by === 'all' ? {} : { by }}
      filters={['account', 'action', 'subject', 'from', 'to']}
      toolbar={() => (
        <Segmented<Shown>
          value={by}
          options={[
            { value: 'staff', label: t(ActorKind.staff) },
            { value: 'other', label: t(ActorKind.other) },
            { value: 'all', label: t({ zh: '全部', en: 'All' }) },
          ]}
          onChange={setBy}
        />
      )}
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
