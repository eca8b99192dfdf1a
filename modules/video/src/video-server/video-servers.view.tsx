import {
  ActButton,
  call,
  copyText,
  Modal,
  notify,
  OperationDialog,
  ResourcePage,
  type RowOf,
  refreshLists,
  useText,
} from '@boyun/kernel/web';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { testVideoServer, videoServer, writeVideoConfiguration } from './video-server.contract.ts';

type Server = RowOf<typeof videoServer>;

/** Where video comes from. */
export default function VideoServers() {
  const t = useText();
  const [written, setWritten] = useState<Server | null>(null);
  const [file, setFile] = useState<string | null>(null);
  const test = async (row: Server) => {
    const { fault } = await call(testVideoServer, { videoServerId: row.id });
    if (fault) notify('warn', { zh: fault, en: fault });
    else notify('good', { zh: '流媒体服务可以访问', en: 'The media server answers' });
  };
  return (
    <>
      <ResourcePage
        of={videoServer}
        cells={{ name: { width: 180, isGrowing: true }, kind: { width: 190 }, whepUrl: { width: 230 } }}
        actsWidth={190}
        rowActs={(row) =>
          row.kind === 'mediamtx' && (
            <>
              <ActButton type="link" size="small" access={testVideoServer.access} onAct={() => test(row)}>
                {t({ zh: '测试', en: 'Test' })}
              </ActButton>
              <ActButton type="link" size="small" access={writeVideoConfiguration.access} onAct={() => setWritten(row)}>
                {t({ zh: '配置', en: 'Configure' })}
              </ActButton>
            </>
          )
        }
      />
      {written && (
        <OperationDialog
          isOpen
          of={writeVideoConfiguration}
          given={{ videoServerId: written.id }}
          fields={{ isNewKey: writeVideoConfiguration.input.isNewKey }}
          title={`${t(writeVideoConfiguration.title)} · ${written.name}`}
          hint={{
            zh: '生成 mediamtx.yml 中属于本系统的部分：鉴权地址、允许的页面，以及已设置取流地址的相机',
            en: 'Writes the part of mediamtx.yml that belongs here: whom to ask, which pages, and the cameras with an address',
          }}
          onClose={() => setWritten(null)}
          onDone={(made) => {
            setFile(made.file);
            void refreshLists(videoServer.name);
          }}
        />
      )}
      <Written file={file} onClose={() => setFile(null)} />
    </>
  );
}

/** The configuration, to be copied into the media server's own. */
function Written({ file, onClose }: { file: string | null; onClose: () => void }) {
  const t = useText();
  const copy = () => void copyText(file!, { zh: '配置已复制', en: 'Configuration copied' });
  return (
    <Modal
      open={file !== null}
      width={720}
      title="mediamtx.yml"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t({ zh: '关闭', en: 'Close' })}</Button>
          <Button type="primary" onClick={copy}>
            {t({ zh: '复制', en: 'Copy' })}
          </Button>
        </>
      }
    >
      <p className="by-small by-faint">
        {t({
          zh: '含有密钥和相机密码，请只保存到流媒体服务器上，重启后生效',
          en: 'It holds a key and passwords of cameras: keep it on the media server only, and restart it',
        })}
      </p>
      <Input.TextArea
        readOnly
        autoSize={{ minRows: 8, maxRows: 20 }}
        value={file ?? ''}
        className="video-file"
        aria-label="mediamtx.yml"
      />
    </Modal>
  );
}
