import { Empty, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { useNavigate } from 'react-router';

/** No page stands at this address. */
export function NotFoundPage({ homePath }: { homePath: string }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <Empty
      title={{ zh: '页面不存在', en: 'There is no such page' }}
      hint={{ zh: '地址可能有误，或页面已移走', en: 'The address may be wrong, or the page has moved' }}
      action={
        <Button type="primary" onClick={() => navigate(homePath)}>
          {t({ zh: '返回首页', en: 'To the first page' })}
        </Button>
      }
    />
  );
}
