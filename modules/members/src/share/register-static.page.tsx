import { call, ListPage, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { QrCode } from 'lucide-react';
import { RegistrationTotals } from './registration-totals.view.tsx';
import { getShareCode, registrations } from './share.contract.ts';

/** Registrations and totals by share link, with a link to the caller's own poster. */
export default function RegisterStaticPage() {
  const t = useText();
  const openPoster = async () => {
    // The window must be opened within the click: browsers block a window opened after a response as a pop-up.
    const poster = window.open('', '_blank');
    try {
      const { code } = await call(getShareCode, {});
      const address = `/poster_share?code=${code}`;
      if (poster) poster.location.href = address;
      else location.assign(address);
    } catch {
      poster?.close();
    }
  };
  return (
    <ListPage
      source={registrations}
      columns={['at', 'name', 'mobile', 'plate', 'channel', 'sharer']}
      filters={['sharer', 'channel', 'mobile', 'from', 'to']}
      above={(context) => <RegistrationTotals context={context} />}
      cells={{ at: { width: 170 }, name: { width: 140 }, mobile: { width: 150 }, plate: { width: 140 } }}
      toolbar={() => (
        <Button type="primary" icon={<QrCode size={16} aria-hidden />} onClick={openPoster}>
          {t({ zh: '我的推广海报', en: 'My poster' })}
        </Button>
      )}
      empty={{
        title: { zh: '暂无注册记录', en: 'No registrations yet' },
        hint: {
          zh: '打开“我的推广海报”，分享给车主扫码注册',
          en: 'Open your poster and have drivers scan the code',
        },
      }}
    />
  );
}
