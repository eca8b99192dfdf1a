import {
  ActButton,
  Confirm,
  call,
  notify,
  type RowOf,
  refreshLists,
  StateDot,
  timeText,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import { LinkState, screenLinkList, withdrawScreenLink } from '../screen-link/screen-link.contract.ts';

type Row = RowOf<typeof screenLinkList>;

/** The links to a screen, and the button that ends one. */
export function ScreenLinks({ wallScreenId }: { wallScreenId: string }) {
  const t = useText();
  const listed = useListing(screenLinkList, { wallScreenId, page: 1, perPage: 50 });
  const [asked, setAsked] = useState<Row | null>(null);
  const rows = listed.data?.rows ?? [];
  return (
    <section className="screen-links">
      <h3 className="by-card-title">{t(screenLinkList.title)}</h3>
      {listed.data && rows.length === 0 && (
        <p className="by-small by-faint">
          {t({ zh: '还没有分享，点“分享”生成链接', en: 'Not shared yet: "Share" makes a link' })}
        </p>
      )}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <div>
              <b>{row.name}</b>
              <p className="by-small by-faint">
                {row.createdBy} · {t({ zh: '有效期至', en: 'valid until' })} {timeText(row.expiresAt, 'minute')} ·{' '}
                {row.lastUsedAt
                  ? `${t({ zh: '最近打开', en: 'last opened' })} ${timeText(row.lastUsedAt, 'minute')}`
                  : t({ zh: '未打开过', en: 'never opened' })}
              </p>
            </div>
            {row.state === 'active' ? (
              <ActButton size="small" danger access={withdrawScreenLink.access} onAct={() => setAsked(row)}>
                {t(withdrawScreenLink.title)}
              </ActButton>
            ) : (
              <StateDot label={LinkState[row.state]} tone={LinkState[row.state].tone} />
            )}
          </li>
        ))}
      </ul>
      <Confirm
        isOpen={asked !== null}
        text={
          asked
            ? t(
                {
                  zh: '撤销后，用“{name}”打开的大屏立即停止显示。确定吗？',
                  en: 'Screens opened with "{name}" stop at once. Revoke it?',
                },
                { name: asked.name },
              )
            : ''
        }
        isDangerous
        onConfirm={async () => {
          await call(withdrawScreenLink, { screenLinkId: asked!.id });
          notify('good', { zh: '链接已撤销', en: 'Link revoked' });
          await refreshLists(screenLinkList.name);
        }}
        onClose={() => setAsked(null)}
      />
    </section>
  );
}
