import {
  ActButton,
  call,
  ErrorState,
  Modal,
  NoSite,
  notify,
  OperationDialog,
  QrCode,
  refreshLists,
  SheetChoice,
  type SheetStyle,
  Skeleton,
  saveSheets,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Typography } from 'antd';
import { useState } from 'react';
import { getPlaceCodes, PlaceKind, placeCodeList, rotatePlaceCode } from './place-code.contract.ts';
import './place-code.css';

/** The place whose code is shown. */
export interface CodedPlace {
  readonly kind: PlaceKind;
  readonly placeId: string;
  readonly lotId: string;
  readonly name: string;
}

const SHOW = { zh: '收费码', en: 'Pay code' };

/** A button that shows the fixed code of a place. */
export default function PlaceCodeAct({ isLink = false, ...place }: CodedPlace & { isLink?: boolean }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActButton
        type={isLink ? 'link' : 'default'}
        size="small"
        access={placeCodeList.access}
        onAct={() => setOpen(true)}
      >
        {t(SHOW)}
      </ActButton>
      {isOpen && <PlaceCode {...place} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The code of a lane, in its row. */
export function LaneCode({ lane: { id, lotId, name } }: { lane: { id: string; lotId: string; name: string } }) {
  return <PlaceCodeAct isLink kind="lane" placeId={id} lotId={lotId} name={name} />;
}

/** The code of a spot, in its row. */
export function SpotCode({ spot: { id, lotId, number } }: { spot: { id: string; lotId: string; number: string } }) {
  return <PlaceCodeAct isLink kind="spot" placeId={id} lotId={lotId} name={number} />;
}

/** The dialog with the code of a place: to be scanned, printed, or replaced; that of a lot prints those of its lanes and spots too. */
export function PlaceCode({ kind, placeId, lotId, name, onClose }: CodedPlace & { onClose: () => void }) {
  const t = useText();
  const [isRotating, setRotating] = useState(false);
  const asked = useQuery({
    queryKey: ['list', placeCodeList.name, 'shown', placeId],
    queryFn: ({ signal }) => call(getPlaceCodes, { lotId, kind, placeId }, { signal, isQuiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const code = asked.data?.codes[0];
  const site = asked.data?.site ?? location.origin;
  const address = code ? new URL(code.path, site).href : '';
  return (
    <Modal open width={440} title={`${t(SHOW)} · ${name}`} footer={null} onCancel={onClose}>
      {code ? (
        <div className="place-code">
          <QrCode text={address} label={t({ zh: '{name} 的收费码', en: 'Pay code of {name}' }, { name })} />
          <Typography.Text copyable className="place-address">
            {address}
          </Typography.Text>
          <p className="by-hint">
            {t({ zh: '启用于', en: 'In use since' })} <TimeText at={code.createdAt} />
          </p>
          {asked.data?.site === null && <NoSite />}
          <PrintCodes lotId={lotId} kind={kind} placeId={placeId} isFull={kind === 'lot'} />
          <ActButton danger access={rotatePlaceCode.access} onAct={() => setRotating(true)}>
            {t(rotatePlaceCode.title)}
          </ActButton>
          <OperationDialog
            isOpen={isRotating}
            of={rotatePlaceCode}
            given={{ placeCodeId: code.id }}
            fields={{ note: rotatePlaceCode.input.note }}
            isDangerous
            hint={{
              zh: '原二维码立即失效，请打印并更换现场的标牌',
              en: 'The present code becomes invalid at once: print the new one and replace the sign',
            }}
            done={{ zh: '已更换', en: 'Replaced' }}
            onClose={() => setRotating(false)}
            onDone={async () => {
              await asked.refetch();
              await refreshLists(placeCodeList.name);
            }}
          />
        </div>
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Modal>
  );
}

/** Saves codes as a PDF: of one place, or with `isFull` of a lot with its lanes and spots. */
export function PrintCodes({
  lotId,
  kind,
  placeId,
  isFull,
}: {
  lotId: string;
  kind: PlaceKind | null;
  placeId: string | null;
  isFull: boolean;
}) {
  const t = useText();
  const [style, setStyle] = useState<SheetStyle>('poster');
  const [done, setDone] = useState<number | null>(null);
  const save = async (wanted: { kind: PlaceKind | null; placeId: string | null }) => {
    const { lotName, site, codes } = await call(getPlaceCodes, { lotId, ...wanted });
    if (codes.length === 0) return notify('info', { zh: '没有可打印的位置', en: 'There is nothing to print' });
    setDone(0);
    try {
      const of = codes.length === 1 ? codes[0]!.name : t(PlaceKind[wanted.kind ?? 'lot']);
      const sheets = codes.map((one) => ({
        address: new URL(one.path, site ?? location.origin).href,
        above: one.kind === 'lot' ? [lotName] : [one.name, lotName],
        below: ['扫码缴停车费', 'Scan to pay for parking'],
      }));
      await saveSheets(sheets, { style, title: `${lotName} ${of}`, onProgress: setDone });
    } finally {
      setDone(null);
    }
  };
  const isBusy = done !== null;
  const kinds = isFull ? (['lane', 'spot'] as const) : [];
  return (
    <div className="place-print">
      <SheetChoice value={style} onChange={setStyle} />
      <div className="by-row">
        <ActButton type="primary" onAct={() => save({ kind, placeId })}>
          {t({ zh: '下载 PDF', en: 'Download PDF' })}
        </ActButton>
        {kinds.map((one) => (
          <ActButton key={one} onAct={() => save({ kind: one, placeId: null })}>
            {t(one === 'lane' ? { zh: '全部车道码', en: 'All lanes' } : { zh: '全部车位码', en: 'All spots' })}
          </ActButton>
        ))}
      </div>
      {isBusy && (
        <p className="by-hint" role="status">
          {t({ zh: '正在生成 PDF，已完成 {n} 个', en: 'Making the PDF, {n} codes done' }, { n: done })}
        </p>
      )}
    </div>
  );
}
