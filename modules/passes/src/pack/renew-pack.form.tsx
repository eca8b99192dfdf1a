import { call, Drawer, Plate, RecordForm, SENT_FOR_REVIEW, Skeleton, timeText, useText } from '@boyun/kernel/web';
import type { useTaking } from '@boyun/money/web';
import { useQuery } from '@tanstack/react-query';
import { getPack, type Pack, renewPack } from './pack.contract.ts';
import { countPart, discountNote } from './pack-price.view.tsx';

/** Form that renews a pack; the new term starts at the end of the old one. */
export default function RenewPack({
  row,
  onClose,
  onSold,
}: {
  row: Pack;
  onClose: () => void;
  /** Gets the renewal, and what to say where its money was handed over. */
  onSold: ReturnType<typeof useTaking>['goOn'];
}) {
  const t = useText();
  const found = useQuery({
    queryKey: ['list', 'pack', 'detail', row.id],
    queryFn: ({ signal }) => call(getPack, { packId: row.id }, { signal }),
  }).data;
  const { packId: _, ...fields } = renewPack.input;
  return (
    <Drawer isOpen title={t({ zh: '月卡续费', en: 'Renew the pack' })} width={480} onClose={onClose}>
      <p className="pack-head">
        <Plate text={row.plates.split(' ')[0]} />
        <span>{row.packRuleName}</span>
      </p>
      <p className="by-hint">
        {t(
          { zh: '从原到期时间 {until} 接续，单价 ¥{price}', en: 'Continues from {until}; ¥{price} per period' },
          { until: timeText(row.validUntil), price: ((found?.priceFen ?? 0) / 100).toFixed(2) },
        )}
      </p>
      {found ? (
        <RecordForm
          columns={1}
          fields={fields}
          parts={countPart(found.priceFen)}
          footNote={(values) => {
            const discount = discountNote(found.priceFen, values);
            return discount ? <strong className="pack-discount">{t(discount)}</strong> : null;
          }}
          initial={{ count: 1, amountFen: found.priceFen, method: 'cash' }}
          submitText={t({ zh: '收款并续费', en: 'Collect and renew' })}
          onSubmit={async (values) => {
            const { isPending, ...sold } = await call(renewPack, { ...values, packId: row.id });
            onClose();
            await onSold(sold, isPending ? SENT_FOR_REVIEW : { zh: '续费成功', en: 'Renewed' });
          }}
          onCancel={onClose}
        />
      ) : (
        <Skeleton />
      )}
    </Drawer>
  );
}
