import type { Listed, Output } from '@boyun/kernel/contract';
import { call, OperationDialog, refreshLists, TestedDialog, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { camera } from './camera.contract.ts';
import { setCameraAccess, testCameraAccess } from './camera-access.contract.ts';

const { url, user, password } = setCameraAccess.input;

/** Sets where a camera is called, then calls it once and shows what it answered. */
export function CameraAccessForm({ row, onClose }: { row: Listed<typeof camera> | null; onClose: () => void }) {
  const t = useText();
  const [result, setResult] = useState<Output<typeof testCameraAccess> | null>(null);
  const test = async (cameraId: string) => {
    setResult(await call(testCameraAccess, { cameraId }));
    await refreshLists(camera.name);
  };
  return (
    <>
      {row && (
        <OperationDialog
          of={setCameraAccess}
          fields={{ url, user, password }}
          given={{ cameraId: row.id }}
          initial={{ url: row.callUrl ?? '', user: 'admin' }}
          title={t({ zh: '控制地址 · {name}', en: 'Control address · {name}' }, { name: row.name })}
          hint={{
            zh: '该协议的相机不会领取指令：开闸、关闸由云端直接调用相机。保存后立即测试一次，不会动闸。',
            en: 'Cameras of this protocol fetch no commands: the cloud calls the camera itself to move the barrier. Saving tests the address once; the barrier does not move.',
          }}
          isOpen
          onClose={onClose}
          onDone={() => test(row.id)}
        />
      )}
      <TestedDialog result={result} onClose={() => setResult(null)} />
    </>
  );
}
