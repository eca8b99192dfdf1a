import type { Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  Drawer,
  ErrorState,
  notify,
  RecordForm,
  Skeleton,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pushEventOf } from '../event/push-event.contract.ts';
import { getPushTemplates, resetPushTemplate, savePushTemplate } from './push-template.contract.ts';

type Template = Output<typeof getPushTemplates>['templates'][number];

/** The texts of each event. */
export function PushTemplates() {
  const t = useText();
  const isZh = useLanguage() === 'zh';
  const asked = useQuery({
    queryKey: ['push-templates'],
    queryFn: () => call(getPushTemplates, {}, { isQuiet: true }),
  });
  const [edited, setEdited] = useState<Template | null>(null);
  if (asked.isPending) return <Skeleton lines={10} />;
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  return (
    <>
      <ul className="by-card-box push-templates">
        {asked.data.templates.map((one) => (
          <li key={one.event}>
            <div>
              <b>{t(pushEventOf(one.event).label)}</b>
              <div className="by-faint by-small">
                {one.isOwn ? t({ zh: '已修改', en: 'Own words' }) : t({ zh: '默认', en: 'Standard' })}
              </div>
            </div>
            <div>
              <span className="by-strong">{isZh ? one.titleZh : one.titleEn}</span>
              <p className="by-faint">{isZh ? one.bodyZh : one.bodyEn}</p>
            </div>
            <div className="by-row">
              <ActButton type="link" size="small" access={savePushTemplate.access} onAct={() => setEdited(one)}>
                {t({ zh: '编辑', en: 'Edit' })}
              </ActButton>
              {one.isOwn && (
                <ActButton
                  type="link"
                  size="small"
                  access={resetPushTemplate.access}
                  onAct={async () => {
                    await call(resetPushTemplate, { event: one.event });
                    notify('good', { zh: '已恢复默认', en: 'Standard texts restored' });
                    await asked.refetch();
                  }}
                >
                  {t({ zh: '恢复默认', en: 'Reset' })}
                </ActButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Drawer
        isOpen={edited !== null}
        title={edited && t(pushEventOf(edited.event).label)}
        width={600}
        onClose={() => setEdited(null)}
      >
        {edited && (
          <>
            <Places of={edited.event} />
            <RecordForm
              fields={savePushTemplate.input}
              initial={edited}
              columns={1}
              parts={{ event: null }}
              onCancel={() => setEdited(null)}
              onSubmit={async (values) => {
                await call(savePushTemplate, values);
                notify('good', { zh: '保存成功', en: 'Saved' });
                setEdited(null);
                await asked.refetch();
              }}
            />
          </>
        )}
      </Drawer>
    </>
  );
}

function Places({ of }: { of: string | number }) {
  const t = useText();
  return (
    <p className="push-places by-faint">
      <span>{t({ zh: '可用占位符：', en: 'Placeholders:' })}</span>
      {Object.entries(pushEventOf(of).push.placeholders).map(([name, { label }]) => (
        <span key={name}>
          <code>{`{${name}}`}</code> {t(label)}
        </span>
      ))}
    </p>
  );
}
