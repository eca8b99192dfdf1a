import type { Values } from '@boyun/kernel/contract';
import { FieldList, FigureBox, fieldText, ListPage, Plate, StateDot, useText } from '@boyun/kernel/web';
import { Link } from 'react-router';
import { FreeKind, freePassing } from './free-passing.contract.ts';

const orderOf = (orderId: string) => `/_cloud_operation/order?orderId=${orderId}`;

/** What passed without a payment or by hand, each row with its order. */
export default function FreePassingPage() {
  const t = useText();
  return (
    <ListPage
      source={freePassing}
      opensOn="last7"
      columns={[
        'at',
        'kind',
        'plate',
        'personName',
        'reason',
        'lotId',
        'feeFen',
        'reducedFen',
        'dueFen',
        'laneId',
        'standing',
      ]}
      filters={['kind', 'lotId', 'personName', 'plate', 'from', 'to']}
      cells={{
        at: { width: 156 },
        kind: { width: 150, cell: (row) => <StateDot tone={FreeKind[row.kind].tone} label={FreeKind[row.kind]} /> },
        plate: {
          width: 124,
          isGrowing: false,
          cell: ({ plate, orderId }) =>
            plate ? (
              <Plate text={plate} {...(orderId ? { to: orderOf(orderId) } : {})} />
            ) : (
              <span className="by-faint">—</span>
            ),
        },
        lotId: { width: 140 },
        laneId: { width: 116 },
        standing: { width: 96 },
        personName: { width: 96, isGrowing: false },
        reason: { width: 180, isGrowing: true },
      }}
      above={({ listing }) => <Sums totals={listing?.totals as Partial<Totals> | undefined} />}
      detailTitle={(row) => t(FreeKind[row.kind])}
      detail={(row) => (
        <>
          <FieldList
            fields={freePassing.columns}
            keys={Object.keys(freePassing.columns).filter((key) => key !== 'id' && key !== 'orderId')}
            row={row}
          />
          {row.orderId && (
            <p>
              <Link to={orderOf(row.orderId)}>{t({ zh: '查看订单', en: 'See the order' })}</Link>
            </p>
          )}
        </>
      )}
      empty={{
        title: { zh: '没有免费或人工放行', en: 'Nothing passed free or by hand' },
        hint: { zh: '未选时间时统计最近30天', en: 'Default: the last 30 days' },
      }}
    />
  );
}

const { totals: sums } = freePassing;
type Totals = Values<NonNullable<typeof sums>>;
const TONES: Readonly<Record<string, string>> = { byHandCount: 'by-tone-warn', undecidedCount: 'by-tone-bad' };

/** How much passed how, and what was not collected for it. */
function Sums({ totals }: { totals: Partial<Totals> | undefined }) {
  const t = useText();
  return (
    <div className="by-figures">
      {Object.entries(sums ?? {}).map(([key, field]) => (
        <FigureBox key={key} label={field.label} tone={TONES[key]}>
          {totals ? fieldText(field, key, totals, t) : '…'}
        </FigureBox>
      ))}
    </div>
  );
}
