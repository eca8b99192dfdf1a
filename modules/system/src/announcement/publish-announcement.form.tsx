import { call, Drawer, RecordForm, refreshLists, tell, useText } from '@boyun/kernel/web';
import { Select } from 'antd';
import { announcementList, publishAnnouncement } from './announcement.contract.ts';

/** Projects a host can stand for, product spec §9. */
const PROJECTS = [1, 2, 4, 8];

/** The form in which staff of the platform announce a version. */
export function PublishAnnouncement({ onClose }: { onClose: () => void }) {
  const t = useText();
  return (
    <Drawer isOpen title={t(publishAnnouncement.title)} width={640} onClose={onClose}>
      <RecordForm
        fields={publishAnnouncement.input}
        columns={1}
        submitText={t({ zh: '发布', en: 'Publish' })}
        onCancel={onClose}
        parts={{
          product: null,
          projects: ({ id, value, onChange }) => (
            <Select
              id={id}
              mode="multiple"
              allowClear
              value={(value as number[] | null) ?? []}
              options={PROJECTS.map((one) => ({ value: one, label: String(one) }))}
              placeholder={t({ zh: '不选则适用全部项目', en: 'All projects where none is chosen' })}
              onChange={onChange}
            />
          ),
        }}
        onSubmit={async (values) => {
          await call(publishAnnouncement, values as never);
          tell('good', { zh: '公告已发布', en: 'The announcement is published' });
          onClose();
          await refreshLists(announcementList.name);
        }}
      />
    </Drawer>
  );
}
