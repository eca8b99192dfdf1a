import { call, Drawer, notify, RecordForm, refreshLists, useText } from '@boyun/kernel/web';
import { Select } from 'antd';
import { announcementList, publishAnnouncement } from './announcement.contract.ts';

/** Projects that a host can serve, product spec §9. */
const PROJECTS = [1, 2, 4, 8];

/** The form for platform staff to announce a version. */
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
              placeholder={t({ zh: '不选则适用全部项目', en: 'All projects if none is selected' })}
              onChange={onChange}
            />
          ),
        }}
        onSubmit={async (values) => {
          await call(publishAnnouncement, values);
          notify('good', { zh: '公告已发布', en: 'Announcement published' });
          onClose();
          await refreshLists(announcementList.name);
        }}
      />
    </Drawer>
  );
}
