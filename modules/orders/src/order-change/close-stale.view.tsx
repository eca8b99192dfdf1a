import { ActButton, call, notify, ReasonDialog, refreshLists, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { CLOSE_HINT, FreeChoice } from './change-act.view.tsx';
import { closeOrders } from './order-change.contract.ts';

const MOST = 100;
const NOTHING_CHOSEN = {
  zh: '请先勾选要清理的车辆，可先按停车时长筛选',
  en: 'Select cars first; filter by time inside',
};
const TOO_MANY = { zh: `一次最多清理${MOST}辆`, en: `At most ${MOST} at a time` };

/** Closes the orders of several cars that are probably gone: with a reason, each as the tenant's flow wants it reviewed. */
export function CloseStale({ ids, onDone }: { ids: ReadonlySet<string>; onDone: () => Promise<unknown> }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [isFree, setFree] = useState(false);
  const submit = async (reason: string) => {
    const question = { zh: `是否关闭 ${ids.size} 个在场订单？`, en: `Close ${ids.size} orders?` };
    const answer = await call(closeOrders, { orderIds: [...ids], isFree, reason }, { question });
    const { pendingCount, closedCount } = answer;
    notify('good', {
      zh: `已关闭${closedCount}个，${pendingCount}个等待审核`,
      en: `${closedCount} closed, ${pendingCount} wait for review`,
    });
    await Promise.all([refreshLists('review'), onDone()]);
  };
  return (
    <>
      <ActButton
        access={closeOrders.access}
        disabledReason={ids.size === 0 ? NOTHING_CHOSEN : ids.size > MOST ? TOO_MANY : null}
        onAct={() => setOpen(true)}
      >
        {t({ zh: '清理滞留', en: 'Close stale' })}
        {ids.size > 0 && ` (${ids.size})`}
      </ActButton>
      <ReasonDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t({ zh: '关闭 {n} 个在场订单', en: 'Close {n} orders' }, { n: ids.size })}
        hint={CLOSE_HINT}
        words="order-close"
        onSubmit={submit}
      >
        <FreeChoice isFree={isFree} onChange={setFree} />
      </ReasonDialog>
    </>
  );
}
