import './live.css';
import { can, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { videoServer, videoStreamList } from '../video-server/video-server.contract.ts';
import { getLiveCameras, viewingList } from '../viewing/viewing.contract.ts';
import { LiveWall } from './live-wall.view.tsx';

const VideoServers = lazy(() => import('../video-server/video-servers.view.tsx'));
const VideoStreams = lazy(() => import('../video-server/video-streams.view.tsx'));
const Viewings = lazy(() => import('../viewing/viewings.view.tsx'));

const TABS = {
  live: { label: { zh: '画面', en: 'Pictures' }, access: getLiveCameras.access, Part: LiveWall },
  servers: { label: videoServer.title, access: videoServer.can.list, Part: VideoServers },
  streams: { label: videoStreamList.title, access: videoStreamList.access, Part: VideoStreams },
  viewings: { label: viewingList.title, access: viewingList.access, Part: Viewings },
} as const;
type Tab = keyof typeof TABS;

/** Live pictures of the cameras; beside them where they come from, and who watched. */
export default function LivePage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const tabs = (Object.keys(TABS) as Tab[]).filter((one) => can(TABS[one].access));
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'live';
  const { Part } = TABS[tab];
  return (
    <div className="by-page video-page">
      {tabs.length > 1 && (
        <nav aria-label={t(getLiveCameras.title)}>
          <Segmented<Tab>
            value={tab}
            options={tabs.map((one) => ({ value: one, label: t(TABS[one].label) }))}
            onChange={(next) => setQuery(next === 'live' ? {} : { tab: next }, { replace: true })}
          />
        </nav>
      )}
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </div>
  );
}
