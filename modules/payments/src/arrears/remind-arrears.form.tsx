import {
  call,
  Drawer,
  ErrorState,
  moneyText,
  notify,
  Plate,
  RecordForm,
  Skeleton,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { getDebtor, remindArrears } from './arrears.contract.ts';

/** Whom a plate belongs to and what it owes, and the SMS that reminds of it. */
export default function RemindArrears({
  plate,
  onClose,
  onDone,
}: {
  plate: string;
  onClose: () => void;
  onDone: () => unknown;
}) {
  const t = useText();
  const asked = useQuery({
    queryKey: ['list', 'arrears', 'debtor', plate],
    queryFn: ({ signal }) => call(getDebtor, { plate }, { signal, isQuiet: true }),
    gcTime: 0,
  });
  const found = asked.data;
  return (
    <Drawer isOpen title={t(remindArrears.title)} width={440} onClose={onClose}>
      <p className="collect-car">
        <Plate text={plate} size="large" />
        {found?.ownerName && <span>{found.ownerName}</span>}
      </p>
      {asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : !found ? (
        <Skeleton lines={3} />
      ) : (
        <>
          <p>
            {t(
              { zh: '共欠费 {n} 笔，合计 ¥{sum}。', en: 'It owes ¥{sum} for {n} orders.' },
              { n: found.orderCount, sum: moneyText(found.dueFen) },
            )}
            {found.remindedAt &&
              t({ zh: '最近催缴：{at}', en: ' Last reminded: {at}' }, { at: timeText(found.remindedAt, 'minute') })}
          </p>
          {!found.mobile && (
            <p className="by-hint">
              {t({
                zh: '名单、月卡和预约中没有该车的手机号，请填写。',
                en: 'No list, pack or appointment has a mobile for this car, enter one.',
              })}
            </p>
          )}
          <RecordForm
            columns={1}
            fields={{ mobile: { ...remindArrears.input.mobile, isOptional: false } }}
            initial={{ mobile: found.mobile }}
            submitText={t({ zh: '发送短信', en: 'Send the SMS' })}
            footNote={() =>
              t({
                zh: '短信内容可在“推送设置 → 推送模板”中修改；免打扰时段内推迟到时段结束；未配置短信服务时只存档。',
                en: 'The text is under Push settings, Templates. In quiet hours it waits for their end; without an SMS service it is stored but not sent.',
              })
            }
            onSubmit={async (values) => {
              await call(remindArrears, {
                plate,
                // The known mobile may be masked here; the server has it in full.
                mobile: values.mobile === found.mobile ? null : (values.mobile as string),
              });
              notify('good', { zh: '催缴短信已提交', en: 'The reminder is on its way' });
              onClose();
              await onDone();
            }}
            onCancel={onClose}
          />
        </>
      )}
    </Drawer>
  );
}
