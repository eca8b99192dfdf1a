import type { Input, Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  countText,
  Drawer,
  notify,
  RecordForm,
  ReferenceInput,
  refreshLists,
  useText,
} from '@boyun/kernel/web';
import { Button } from 'antd';
import { useState } from 'react';
import { createSpots, previewSpots, spot } from './spot.contract.ts';
import '../place/place.css';

type Run = Input<typeof createSpots>;
type Preview = Output<typeof previewSpots>;

/** Adds a batch of spots after a preview. */
export function SpotBatch({
  isOpen,
  lotId,
  garageId,
  onClose,
}: {
  isOpen: boolean;
  lotId?: string;
  garageId?: string;
  onClose: () => void;
}) {
  const t = useText();
  const [run, setRun] = useState<Run | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const close = () => {
    setRun(null);
    setPreview(null);
    onClose();
  };
  const make = async () => {
    const done = await call(createSpots, run!);
    notify('good', { zh: `已新增${done.createdCount}个车位`, en: `${done.createdCount} spots added` });
    await refreshLists(spot.name);
    close();
  };
  return (
    <Drawer isOpen={isOpen} title={t(createSpots.title)} width={520} onClose={close}>
      {preview && <Outcome preview={preview} />}
      {preview ? (
        <div className="by-form-foot">
          <Button onClick={() => setPreview(null)}>{t({ zh: '返回修改', en: 'Back' })}</Button>
          <ActButton
            type="primary"
            disabledReason={
              preview.createdCount === 0
                ? {
                    zh: '这些车位都已存在，请返回修改',
                    en: 'All of these spots already exist. Go back and change the numbers',
                  }
                : null
            }
            onAct={make}
          >
            {t({ zh: '新增{count}个车位', en: 'Add {count} spots' }, { count: countText(preview.createdCount) })}
          </ActButton>
        </div>
      ) : (
        isOpen && (
          <RecordForm
            fields={createSpots.input}
            initial={run ?? { lotId: lotId ?? null, garageId: garageId ?? null }}
            columns={2}
            submitText={t({ zh: '预览', en: 'Preview' })}
            parts={{
              garageId: ({ id, value, values, onChange }) => (
                <ReferenceInput
                  id={id}
                  to="garage"
                  filters={{ lotId: values.lotId }}
                  value={value}
                  onChange={onChange}
                />
              ),
            }}
            onSubmit={async (values) => {
              const asked = values as unknown as Run;
              setPreview(await call(previewSpots, asked));
              setRun(asked);
            }}
            onCancel={close}
          />
        )
      )}
    </Drawer>
  );
}

function Outcome({ preview }: { preview: Preview }) {
  const t = useText();
  const { createdCount, existingNumbers, sampleNumbers } = preview;
  const comma = t({ zh: '、', en: ', ' });
  const samples =
    createdCount > sampleNumbers.length
      ? `${sampleNumbers.slice(0, 3).join(comma)} … ${sampleNumbers.slice(3).join(comma)}`
      : sampleNumbers.join(comma);
  return (
    <div className="batch-outcome" role="status">
      <p className="by-strong">
        {t({ zh: '将新增{count}个车位', en: '{count} spots will be added' }, { count: countText(createdCount) })}
      </p>
      {createdCount > 0 && <p className="by-figure">{samples}</p>}
      {existingNumbers.length > 0 && (
        <p>
          {t(
            { zh: '已存在{count}个，保持不变：{numbers}', en: '{count} already exist and are kept: {numbers}' },
            {
              count: countText(existingNumbers.length),
              numbers: existingNumbers.slice(0, 20).join(comma) + (existingNumbers.length > 20 ? ` … ` : ''),
            },
          )}
        </p>
      )}
    </div>
  );
}
