import { Empty, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';

/** Shown when the user lacks the permission for the page; the query `noGoBack` hides the back button. */
export function NoPermissionPage({ homePath }: { homePath: string }) {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (
    <Empty
      title={{ zh: '您没有权限访问该页面', en: 'You have no permission for this page' }}
      hint={{ zh: '请联系管理员为您的角色开通权限', en: 'Ask your administrator to grant it to your role' }}
      action={
        <div className="by-row">
          {!query.has('noGoBack') && <Button onClick={() => navigate(-1)}>{t({ zh: '返回', en: 'Back' })}</Button>}
          <Button type="primary" onClick={() => navigate(homePath)}>
            {t({ zh: '返回首页', en: 'Go to the home page' })}
          </Button>
        </div>
      }
    />
  );
}
