import { ListPage } from '@boyun/kernel/web';
import { deviceMessageList } from './device-message.contract.ts';
import { MessageView } from './message-view.view.tsx';

const REFRESH_MS = 10_000;

/** The last messages of cameras: raw and read, and taken again. */
export default function DeviceMessagePage() {
  return (
    <ListPage
      source={deviceMessageList}
      filters={['cameraId', 'lotId', 'outcome', 'from', 'to']}
      columns={['receivedAt', 'cameraId', 'protocol', 'path', 'outcome', 'detail', 'size', 'hasPicture', 'address']}
      cells={{
        receivedAt: { width: 160 },
        cameraId: { width: 220 },
        protocol: { width: 150, isGrowing: false },
        outcome: { width: 90 },
        detail: { isGrowing: true },
        size: { width: 90, isGrowing: false },
        hasPicture: { width: 70, isGrowing: false },
        address: { width: 120, isGrowing: false },
      }}
      everyMs={REFRESH_MS}
      detailTitle={(row) => row.path}
      detailWidth={680}
      detail={(row) => <MessageView key={row.id} messageId={row.id} />}
      empty={{
        title: { zh: '没有报文', en: 'No messages' },
        hint: {
          zh: '每台相机保留最近约40条报文，最长7天；密码和令牌已隐去，图片只记长度',
          en: 'Some forty messages of each camera are kept, at most a week; without passwords and tokens, pictures as their length',
        },
      }}
    />
  );
}
