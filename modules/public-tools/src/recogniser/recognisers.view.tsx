import {
  ActButton,
  OperationDialog,
  ResourcePage,
  type RowOf,
  refreshLists,
  StateDot,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import { recogniser, setRecogniserSecret } from './recogniser.contract.ts';

type Row = RowOf<typeof recogniser>;

/** The services that read plates: provider, secret, price and limit. */
export default function Recognisers() {
  const t = useText();
  const [keyed, setKeyed] = useState<Row | null>(null);
  return (
    <>
      <ResourcePage
        of={recogniser}
        cells={{
          name: { width: 200, isGrowing: true },
          provider: { width: 190 },
          hasSecret: {
            width: 110,
            cell: (row) =>
              row.provider === 'sandbox' ? (
                <StateDot tone="neutral" label={{ zh: '无需密钥', en: 'Not needed' }} />
              ) : row.hasSecret ? (
                <StateDot tone="good" label={{ zh: '已设置', en: 'Set' }} />
              ) : (
                <StateDot tone="warn" label={{ zh: '未设置', en: 'Not set' }} />
              ),
          },
        }}
        actsWidth={176}
        rowActs={(row) =>
          row.provider !== 'sandbox' && (
            <ActButton type="link" size="small" access={setRecogniserSecret.access} onAct={() => setKeyed(row)}>
              {t({ zh: '密钥', en: 'Secret' })}
            </ActButton>
          )
        }
      />
      {keyed && (
        <OperationDialog
          isOpen
          of={setRecogniserSecret}
          given={{ recogniserId: keyed.id }}
          fields={{ secret: setRecogniserSecret.input.secret }}
          title={`${t(setRecogniserSecret.title)} · ${keyed.name}`}
          hint={{
            zh: '密钥加密保存，保存后不再显示，只能重新设置',
            en: 'The secret is stored encrypted and never shown again; it can only be replaced',
          }}
          done={{ zh: '密钥已保存', en: 'Secret saved' }}
          onClose={() => setKeyed(null)}
          onDone={() => refreshLists(recogniser.name)}
        />
      )}
    </>
  );
}
