import { Empty } from '@boyun/kernel/web';

/** The notice for an account without permission for any panel of a big screen. */
export function NothingToSee() {
  return (
    <div className="screen-wait">
      <Empty
        title={{
          zh: '您的账号没有可在大屏上查看的内容',
          en: 'Your account has no permission for any panel of this screen',
        }}
        hint={{
          zh: '请联系管理员为您的角色开通控制台、车道监控、过车记录或报警的查看权限',
          en: 'Ask your administrator for the right to the console, the lane monitor, passing records or alarms',
        }}
      />
    </div>
  );
}
