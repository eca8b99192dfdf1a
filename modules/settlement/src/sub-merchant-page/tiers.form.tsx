import type { ShareTier } from '@boyun/domain/settlement';
import { useText } from '@boyun/kernel/web';
import { Button, InputNumber } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import { MOST_TIERS } from '../sub-merchant/sub-merchant.contract.ts';
import './sub-merchant.css';

const START: readonly ShareTier[] = [{ fromFen: 0, basisPoints: 60_00 }];

/** The bands of a share: from which net of a month on, which percentage. */
export function TiersInput({
  id,
  value,
  onChange,
}: {
  id: string;
  value: readonly ShareTier[] | null;
  onChange: (value: ShareTier[]) => void;
}) {
  const t = useText();
  const tiers = value ?? START;
  const set = (index: number, change: Partial<ShareTier>) =>
    onChange(tiers.map((one, at) => (at === index ? { ...one, ...change } : one)));
  const last = tiers.at(-1)!;
  return (
    <div className="sub-merchant-tiers" id={id}>
      {tiers.map((one, index) => (
        // Bands have no identity but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index}>
          <InputNumber
            aria-label={t({ zh: '净额起（元）', en: 'From (yuan)' })}
            prefix="¥"
            suffix={t({ zh: '起', en: 'and up' })}
            min={0}
            precision={2}
            disabled={index === 0}
            value={one.fromFen / 100}
            onChange={(yuan) => set(index, { fromFen: Math.round((yuan ?? 0) * 100) })}
          />
          <InputNumber
            aria-label={t({ zh: '比例', en: 'Percentage' })}
            suffix="%"
            min={0}
            max={100}
            precision={2}
            value={one.basisPoints / 100}
            onChange={(percent) => set(index, { basisPoints: Math.round((percent ?? 0) * 100) })}
          />
          <Button
            type="text"
            aria-label={t({ zh: '删除该档', en: 'Remove this band' })}
            icon={<Trash2 size={14} />}
            disabled={index === 0}
            onClick={() => onChange(tiers.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus size={14} />}
        disabled={tiers.length >= MOST_TIERS}
        onClick={() => onChange([...tiers, { fromFen: last.fromFen + 1_000_000, basisPoints: last.basisPoints }])}
      >
        {t({ zh: '增加一档', en: 'Add a band' })}
      </Button>
    </div>
  );
}
