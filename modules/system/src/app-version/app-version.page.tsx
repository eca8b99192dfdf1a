import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  Confirm,
  call,
  Drawer,
  download,
  FieldList,
  ListPage,
  notify,
  RecordForm,
  refreshLists,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { appVersionList, publishAppVersion, withdrawAppVersion } from './app-version.contract.ts';

type Row = ReportRow<typeof appVersionList>;

/** The versions of the apps with their packages; platform staff publish and withdraw them. */
export default function AppVersionPage() {
  const t = useText();
  const isZh = useLanguage() === 'zh';
  const [isWriting, setWriting] = useState(false);
  const [withdrawn, setWithdrawn] = useState<Row | null>(null);
  return (
    <>
      <ListPage
        source={appVersionList}
        columns={['app', 'number', 'isForced', 'at', isZh ? 'notesZh' : 'notesEn', 'isAnnounced', 'writer']}
        cells={{
          app: { width: 140 },
          number: { width: 110, cell: (row) => <b className="by-strong">{row.number}</b> },
          isForced: { width: 100 },
          at: { width: 160 },
          notesZh: { isGrowing: true, width: 260 },
          notesEn: { isGrowing: true, width: 260 },
          isAnnounced: { width: 100 },
          writer: { width: 130 },
        }}
        toolbar={() => (
          <ActButton type="primary" icon={<Plus />} access={publishAppVersion.access} onAct={() => setWriting(true)}>
            {t(publishAppVersion.title)}
          </ActButton>
        )}
        rowActs={(row) => (
          <>
            {row.downloadUrl && (
              <ActButton type="link" size="small" onAct={() => get(row.downloadUrl!)}>
                {t({ zh: '下载', en: 'Get it' })}
              </ActButton>
            )}
            <ActButton
              type="link"
              size="small"
              danger
              access={withdrawAppVersion.access}
              onAct={() => setWithdrawn(row)}
            >
              {t({ zh: '撤回', en: 'Withdraw' })}
            </ActButton>
          </>
        )}
        actsWidth={130}
        detailTitle={(row) => `${t(appVersionList.columns.app.choices![row.app]!)} ${row.number}`}
        detail={(row) => <FieldList fields={appVersionList.columns} row={row} />}
        empty={{
          title: { zh: '还没有发布过版本', en: 'No versions yet' },
          hint: { zh: '平台发布的APP版本显示在这里', en: 'Versions published by the platform appear here' },
        }}
      />
      <Drawer isOpen={isWriting} title={t(publishAppVersion.title)} width={640} onClose={() => setWriting(false)}>
        {isWriting && (
          <RecordForm
            fields={publishAppVersion.input}
            submitText={t({ zh: '发布', en: 'Publish' })}
            onCancel={() => setWriting(false)}
            onSubmit={async (values) => {
              await call(publishAppVersion, values);
              setWriting(false);
              notify('good', { zh: '版本已发布', en: 'Version published' });
              await refreshLists(appVersionList.name);
            }}
          />
        )}
      </Drawer>
      <Confirm
        isOpen={withdrawn !== null}
        isDangerous
        text={t(
          {
            zh: '撤回后应用不再更新到 {number}，相应公告一并撤回，确定撤回吗？',
            en: 'Apps will no longer update to {number}, and its announcement is withdrawn as well. Withdraw it?',
          },
          { number: withdrawn?.number },
        )}
        onConfirm={async () => {
          await call(withdrawAppVersion, { appVersionId: withdrawn!.id });
          notify('good', { zh: '版本已撤回', en: 'Version withdrawn' });
          await refreshLists(appVersionList.name);
        }}
        onClose={() => setWithdrawn(null)}
      />
    </>
  );
}

/** Downloads a package of our own; opens an external address in a new tab. */
function get(url: string): void {
  if (url.startsWith('/')) download(url);
  else window.open(url, '_blank', 'noopener');
}
