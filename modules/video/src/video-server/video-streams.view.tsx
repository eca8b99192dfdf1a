import { ActButton, ListPage, OperationDialog, type RowOf, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { setVideoStream, videoStreamList } from './video-server.contract.ts';

type Stream = RowOf<typeof videoStreamList>;

/** The cameras with their streams on the media server. */
export default function VideoStreams() {
  const t = useText();
  const [set, setSet] = useState<Stream | null>(null);
  return (
    <>
      <ListPage
        source={videoStreamList}
        cells={{ name: { width: 150, isGrowing: true }, path: { width: 330 }, sourceHost: { width: 180 } }}
        actsWidth={70}
        rowActs={(row) => (
          <ActButton type="link" size="small" access={setVideoStream.access} onAct={() => setSet(row)}>
            {t({ zh: '设置', en: 'Set' })}
          </ActButton>
        )}
        empty={{
          title: { zh: '还没有相机', en: 'No cameras yet' },
          hint: { zh: '请先登记相机', en: 'Register cameras first' },
        }}
      />
      {set && (
        <OperationDialog
          isOpen
          of={setVideoStream}
          given={{ cameraId: set.id }}
          fields={{ path: setVideoStream.input.path, source: setVideoStream.input.source }}
          title={`${t(setVideoStream.title)} · ${set.name}`}
          hint={{
            zh: '取流地址如 rtsp://账号:密码@相机地址/…，加密保存，不再显示；留空则保留原地址',
            en: 'The address, such as rtsp://account:password@camera/…, is stored encrypted and never shown; empty keeps the last one',
          }}
          done={{ zh: '已保存，请重新生成配置', en: 'Saved. Write the configuration again' }}
          refreshes={[videoStreamList.name]}
          onClose={() => setSet(null)}
        />
      )}
    </>
  );
}
