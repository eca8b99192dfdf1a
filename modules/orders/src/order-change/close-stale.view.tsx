import { ActButton, OperationDialog, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { CLOSE_FIELDS, CLOSE_HINT } from './change-act.view.tsx';
import { closeOrders } from './order-change.contract.ts';

const MOST = 100;
const NOTHING_CHOSEN = {
  zh: '请先勾选要清理的车辆，可先按停车时长筛选',
  en: 'Select cars first; filter by time inside',
};
const TOO_MANY = { zh: `一次最多清理${MOST}辆`, en: `At most ${MOST} at a time` };

/** Closes the orders of several cars that are probably gone: with a reason, each as the tenant's flow wants it reviewed. */
export function CloseStale({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActButton
        access={closeOrders.access}
        disabledReason={ids.length === 0 ? NOTHING_CHOSEN : ids.length > MOST ? TOO_MANY : null}
        onAct={() => setOpen(true)}
      >
        {t({ zh: '清理滞留', en: 'Close stale' })}
        {ids.length > 0 && ` (${ids.length})`}
      </ActButton>
      <OperationDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        of={closeOrders}
        given={{ orderIds: [...ids] }}
        fields={CLOSE_FIELDS}
        title={t({ zh: '关闭 {n} 个在场订单', en: 'Close {n} orders' }, { n: ids.length })}
        hint={CLOSE_HINT}
        question={() => ({ zh: `是否关闭 ${ids.length} 个在场订单？`, en: `Close ${ids.length} orders?` })}
        done={({ pendingCount, closedCount }) => ({
          zh: `已关闭${closedCount}个，${pendingCount}个等待审核`,
          en: `${closedCount} closed, ${pendingCount} wait for review`,
        })}
        refreshes={['review', 'in-lot']}
        onDone={onDone}
      />
    </>
  );
}
