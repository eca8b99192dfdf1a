import { ActButton, call, list, Modal, Skeleton, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceMessageList, readDeviceMessage } from '../inspector/device-message.contract.ts';
import { getCameraMap } from '../mapped/camera-map.contract.ts';
import { mappedJson } from '../mapped/mapped.contract.ts';
import { CameraMapForm } from './camera-map.form.tsx';

/** The button that opens the mapping of a camera; absent for makers whose messages are known. */
export default function MapCamera({
  camera,
}: {
  camera: { readonly id: string; readonly name: string; readonly protocol: string };
}) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (camera.protocol !== mappedJson.name) return null;
  return (
    <>
      <ActButton type="link" size="small" access={getCameraMap.access} onAct={() => setOpen(true)}>
        {t({ zh: '字段映射', en: 'Mapping' })}
      </ActButton>
      <Modal
        open={isOpen}
        width={1080}
        footer={null}
        title={t({ zh: '字段映射 · {name}', en: 'Mapping · {name}' }, { name: camera.name })}
        onCancel={() => setOpen(false)}
      >
        {isOpen && <MapEditor cameraId={camera.id} onSaved={() => setOpen(false)} />}
      </Modal>
    </>
  );
}

/** The mapping of a camera beside the newest message it sent. */
export function MapEditor({ cameraId, onSaved }: { cameraId: string; onSaved: () => unknown }) {
  const { data } = useQuery({
    queryKey: ['list', deviceMessageList.name, 'map', cameraId],
    queryFn: async ({ signal }) => {
      const options = { signal, isQuiet: true };
      const [map, body] = await Promise.all([call(getCameraMap, { cameraId }, options), newestOf(cameraId, options)]);
      return { map, body };
    },
    refetchOnWindowFocus: false,
  });
  if (!data) return <Skeleton lines={10} />;
  return <CameraMapForm cameraId={cameraId} map={data.map} body={data.body} onSaved={onSaved} />;
}

/** The newest message that reports a car, else the newest at all. */
async function newestOf(cameraId: string, options: { signal: AbortSignal; isQuiet: boolean }): Promise<string> {
  const { rows } = await list(deviceMessageList, { page: 1, perPage: 10, cameraId, sort: '-receivedAt' }, options);
  // A car's message is the longest.
  const longest = rows.toSorted((one, other) => other.size - one.size)[0];
  return longest ? (await call(readDeviceMessage, { messageId: longest.id }, options)).body : '';
}
