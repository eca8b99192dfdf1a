import { call, Drawer, ErrorState, notify, RecordForm, Skeleton, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { arrearsRuleFields, getArrearsRule, saveArrearsRule } from './arrears-rule.contract.ts';

/** The form of the rule for reminders of debts and the address of their link. */
export default function ArrearsRule({ onClose }: { onClose: () => void }) {
  const t = useText();
  const asked = useQuery({
    queryKey: ['list', 'arrears', 'rule'],
    queryFn: ({ signal }) => call(getArrearsRule, {}, { signal, isQuiet: true }),
    gcTime: 0,
  });
  const found = asked.data;
  return (
    <Drawer isOpen title={t(saveArrearsRule.title)} width={560} onClose={onClose}>
      {asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : !found ? (
        <Skeleton lines={6} />
      ) : (
        <RecordForm
          fields={arrearsRuleFields}
          // By default the address of this page: drivers mostly reach the product by the same one.
          initial={{ ...found, siteUrl: found.siteUrl ?? location.origin }}
          footNote={() =>
            t({
              zh: '只催缴月卡、固定车、预约、访客中留有手机号，或曾经人工催缴过的车辆；人工催缴不受此规则限制，但同一车牌24小时内只发一次。',
              en: 'Only cars with a mobile on a pack, fixed spot, appointment or visit, or of an earlier reminder by hand. Manual reminders: once in 24 hours.',
            })
          }
          onSubmit={async (values) => {
            await call(saveArrearsRule, { ...values, version: found.version });
            notify('good', { zh: '催缴规则已保存', en: 'The rule is saved' });
            onClose();
          }}
          onCancel={onClose}
        />
      )}
    </Drawer>
  );
}
