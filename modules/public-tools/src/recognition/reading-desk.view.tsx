import { plateColorLabel } from '@boyun/domain/plate';
import type { Output } from '@boyun/kernel/contract';
import {
  CallFailure,
  call,
  countText,
  Money,
  Plate,
  refreshLists,
  StateDot,
  shareText,
  shrinkPicture,
  useText,
  useTouch,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Camera, ImageUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { RecogniserProvider } from '../recogniser/recogniser.contract.ts';
import { BoxedPicture } from './boxed-picture.view.tsx';
import { getRecognitionUsage, RecognitionState, recognisePlate, recognitionList } from './recognition.contract.ts';

type Read = Output<typeof recognisePlate>;

/** Takes a picture, sends it to the service and shows what it read. */
export function ReadingDesk() {
  const t = useText();
  const [read, setRead] = useState<Read | null>(null);
  const [isBusy, setBusy] = useState(false);
  const usage = useQuery({
    queryKey: ['recognition-usage'],
    queryFn: ({ signal }) => call(getRecognitionUsage, {}, { signal, isQuiet: true }),
  });
  const send = async (file: File | undefined) => {
    if (!file || isBusy) return;
    setBusy(true);
    try {
      setRead(await call(recognisePlate, { File: await shrinkPicture(file) } as object));
      await Promise.all([refreshLists(recognitionList.name), usage.refetch()]);
    } catch (error) {
      // The transport has shown the error; the last result stays.
      if (!(error instanceof CallFailure)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="by-card-box ocr-desk">
      <div>
        <Chooser isBusy={isBusy} isOff={usage.data?.isReady === false} onFile={send} />
        {usage.data && <Usage usage={usage.data} />}
      </div>
      {read ? (
        <Result read={read} />
      ) : (
        <p className="ocr-none by-faint">
          {t({ zh: '识别结果和框出车牌的图片会显示在这里', en: 'The result and the framed plate appear here' })}
        </p>
      )}
    </section>
  );
}

/** The place for a picture: chosen, dropped, or taken by the camera of a phone. */
function Chooser({
  isBusy,
  isOff,
  onFile,
}: {
  isBusy: boolean;
  isOff: boolean;
  onFile: (file: File | undefined) => void;
}) {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const isTouch = useTouch();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (!isOff) onFile(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way beside the button
    <div className="ocr-chooser" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <input
        ref={chooser}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        aria-label={t({ zh: '图片', en: 'Picture' })}
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          target.value = '';
        }}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        capture="environment"
        aria-label={t({ zh: '拍照', en: 'Take picture' })}
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          target.value = '';
        }}
      />
      <div className="by-row">
        {isTouch && (
          <Button
            type="primary"
            size="large"
            icon={<Camera />}
            loading={isBusy}
            disabled={isOff}
            onClick={() => camera.current?.click()}
          >
            {t({ zh: '拍照', en: 'Take picture' })}
          </Button>
        )}
        <Button
          type={isTouch ? 'default' : 'primary'}
          size="large"
          icon={<ImageUp />}
          loading={isBusy}
          disabled={isOff}
          onClick={() => chooser.current?.click()}
        >
          {t({ zh: '上传图片', en: 'Upload a picture' })}
        </Button>
      </div>
      <p className="by-faint by-small">
        {isOff
          ? t({
              zh: '没有可用的识别服务，请在“识别服务”中设置',
              en: 'No recogniser can be used. Set one up under Recognisers',
            })
          : t({ zh: 'jpg 或 png，也可把图片拖到这里', en: 'jpg or png; you can drop a picture here as well' })}
      </p>
    </div>
  );
}

/** What the service has cost this month and before. */
function Usage({ usage }: { usage: Output<typeof getRecognitionUsage> }) {
  const t = useText();
  const { provider, months, monthlyLimit } = usage;
  return (
    <dl className="ocr-usage">
      <div>
        <dt>{t({ zh: '识别服务', en: 'Recogniser' })}</dt>
        <dd>{provider ? t(RecogniserProvider[provider]) : '—'}</dd>
      </div>
      {months.slice(0, 3).map((one, index) => (
        <div key={one.month}>
          <dt className="by-figure">{one.month}</dt>
          <dd>
            <span className="by-figure">
              {t(
                { zh: '{calls} 次，计费 {billed} 次', en: '{calls} calls, {billed} charged' },
                {
                  calls:
                    index === 0 && monthlyLimit
                      ? `${countText(one.callCount)} / ${countText(monthlyLimit)}`
                      : countText(one.callCount),
                  billed: countText(one.billedCount),
                },
              )}
            </span>
            <Money fen={one.costFen} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The picture with its plates framed, and what was read. */
function Result({ read }: { read: Read }) {
  const t = useText();
  const boxes = [read.box, ...read.others.map((one) => one.box)].flatMap((one) => one ?? []);
  return (
    <div className="ocr-result" aria-live="polite">
      <BoxedPicture
        address={read.picture}
        label={{ zh: '已识别的图片', en: 'The picture that was read' }}
        boxes={boxes}
      />
      <div className="ocr-answer">
        <StateDot {...RecognitionState[read.state]} label={RecognitionState[read.state]} />
        {read.plate && <Plate text={read.plate} color={read.color} size="large" />}
        {read.plate && (
          <dl>
            <dt>{t(recognisePlate.output.color.label)}</dt>
            <dd>{t(plateColorLabel[read.color ?? 0])}</dd>
            <dt>{t(recognisePlate.output.confidence.label)}</dt>
            <dd className="by-figure">{shareText(read.confidence ?? 0)}</dd>
          </dl>
        )}
        {read.others.map((one) => (
          <p key={one.plate} className="by-row">
            <Plate text={one.plate} color={one.color} />
            <span className="by-faint by-figure">{shareText(one.confidence ?? 0)}</span>
          </p>
        ))}
        {read.answer && <p className="by-faint">{read.answer}</p>}
        <p className="by-faint by-small by-figure">{read.tookMs} ms</p>
      </div>
    </div>
  );
}
