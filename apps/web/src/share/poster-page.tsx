import './share.css';
import { copyText, DriverPage, useText } from '@boyun/kernel/web';
import { useEffect } from 'react';
import { drawPoster, POSTER, posterAddress, posterFile } from './poster.ts';
import { type Share, useShare } from './share.ts';
import { ShareNote } from './share-note.tsx';

/** `/poster_share?code=…`: the poster of a staff member, to be saved, printed and shared (spec §2). */
export default function PosterPage() {
  const t = useText();
  const share = useShare();
  useEffect(() => {
    document.title = t({ zh: '推广海报 · 泊云', en: 'Poster · Boyun' });
  }, [t]);
  return (
    <DriverPage>
      {share === null || typeof share === 'string' ? <ShareNote problem={share} /> : <Poster share={share} />}
    </DriverPage>
  );
}

function Poster({ share }: { share: Share }) {
  const t = useText();
  // The address records the channel through which it reached the driver.
  const by = (channel: 'poster' | 'chat' | 'sms' | 'link') =>
    `${location.origin}/ShareRegister?code=${share.code}&channel=${channel}`;
  const title = t({ zh: '停车更省心', en: 'Parking made easy' });
  const svg = drawPoster(
    {
      tenant: share.TenantName,
      title,
      lines: [
        t({ zh: '登记车牌，进出有记录', en: 'Register your plate, every stay on record' }),
        t({ zh: '手机缴费，费用清楚', en: 'Pay by phone, with every fee explained' }),
      ],
      scan: t({ zh: '扫码注册', en: 'Scan to register' }),
      sharer: t({ zh: '推广人：{sharer}', en: 'Shared by {sharer}' }, { sharer: share.Sharer }),
    },
    by('poster'),
  );
  const save = async () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await posterFile(svg));
    link.download = `${title}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  const copy = () =>
    copyText(
      by('chat'),
      { zh: '链接已复制', en: 'Link copied' },
      { zh: '复制失败，请长按图片分享', en: 'The link could not be copied, share the picture instead' },
    );
  return (
    <>
      <img
        className="share-poster"
        src={posterAddress(svg)}
        width={POSTER.width}
        height={POSTER.height}
        alt={t({ zh: '推广海报：{title}，扫码注册', en: 'Poster: {title}, scan to register' }, { title })}
      />
      <div className="share-acts">
        <button type="button" onClick={save}>
          {t({ zh: '保存图片', en: 'Save' })}
        </button>
        <button type="button" onClick={copy}>
          {t({ zh: '复制链接', en: 'Copy link' })}
        </button>
        <a href={`sms:?&body=${encodeURIComponent(`${title} ${by('sms')}`)}`}>{t({ zh: '短信分享', en: 'By SMS' })}</a>
        <a href={by('link')}>{t({ zh: '打开注册页', en: 'Open form' })}</a>
      </div>
    </>
  );
}
