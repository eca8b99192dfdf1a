import { ActButton, call, now, Plate, ResourcePage, refreshLists, useText } from '@boyun/kernel/web';
import { cancelUnitVisitor, unitVisitor } from '../unit-visitor/unit-visitor.contract.ts';

const OVER = { zh: '已取消或已过期', en: 'It was cancelled or is over' };
const DAY_MS = 86_400_000;

/** Visitors at the cost of units. */
export default function VisitorPage() {
  const t = useText();
  return (
    <ResourcePage
      of={unitVisitor}
      startWith={() => ({ validFrom: now(), validUntil: new Date(now().getTime() + DAY_MS) })}
      cells={{
        plate: { width: 132, cell: (row) => <Plate text={row.plate} /> },
        unitId: { width: 170, isGrowing: true },
        lotIds: { width: 170 },
        visitorName: { width: 96 },
        hostName: { width: 96 },
        minutes: { width: 96 },
        invitedBy: { width: 100 },
      }}
      rowActs={(row) => (
        <ActButton
          type="link"
          danger
          access={cancelUnitVisitor.access}
          disabledReason={row.cancelledAt === null && row.validUntil > now() ? null : OVER}
          onAct={async () => {
            await call(cancelUnitVisitor, { id: row.id });
            await refreshLists(unitVisitor.name);
          }}
        >
          {t({ zh: '取消', en: 'Cancel' })}
        </ActButton>
      )}
      actsWidth={90}
      empty={{
        title: { zh: '还没有单位访客', en: 'No visitors yet' },
        hint: {
          zh: '单位在工作台邀请，或在此代为登记；停车费计入单位月账单',
          en: 'Units invite them at their desk, or staff here; the parking is on the monthly bill of the unit',
        },
      }}
    />
  );
}
