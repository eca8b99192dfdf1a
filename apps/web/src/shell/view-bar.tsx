import { endRoleView } from '@boyun/access/contract';
import { call, readSession, TimeText, useText, useUser, writeSession } from '@boyun/kernel/web';
import { Eye } from 'lucide-react';
import './view-bar.css';
import { signOut } from './sign-out.ts';

/** A bar at the top when the view is not the user's own: impersonation of a role, or support of a tenant; a click ends it. */
export function ViewBar() {
  const t = useText();
  const { viewRole, supportUntil, isReadOnly, tenantName } = useUser();
  if (!viewRole && !supportUntil) return null;
  const end = async () => {
    if (!viewRole) {
      const back = readSession('supportReturn');
      await signOut(false);
      if (!back) return location.assign('/');
      const { token, path } = JSON.parse(back) as { token: string; path: string };
      writeSession('token', token);
      writeSession('tokenType', 'Bearer');
      return location.assign(path);
    }
    await call(endRoleView, {}).catch(() => undefined);
    location.assign('/');
  };
  return (
    <div className="view-bar" role="status">
      <Eye />
      <span>
        {viewRole
          ? t({ zh: '正在以“{role}”角色查看，只读', en: 'Viewing as the role "{role}", read-only' }, { role: viewRole })
          : t(
              { zh: '正在为“{tenant}”提供支持，操作全部留痕', en: 'Supporting "{tenant}", everything is logged' },
              { tenant: tenantName },
            )}
        {!viewRole && isReadOnly && t({ zh: '，只读', en: ', read-only' })}
        {supportUntil && (
          <>
            {t({ zh: '，授权至 ', en: ', until ' })}
            <TimeText at={supportUntil} style="minute" />
          </>
        )}
      </span>
      <button type="button" onClick={end}>
        {t(viewRole ? { zh: '结束查看', en: 'End' } : { zh: '结束支持', en: 'End' })}
      </button>
    </div>
  );
}
