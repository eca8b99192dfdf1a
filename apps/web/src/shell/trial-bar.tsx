import { useText, useUser } from '@boyun/kernel/web';
import { FlaskConical } from 'lucide-react';
import './view-bar.css';

/** Shows on every page of a trial tenant that its payments are simulated: above the page, or over one that fills the window. */
export function TrialBar({ isFloating = false }: { readonly isFloating?: boolean }) {
  const t = useText();
  if (!useUser().isTrial) return null;
  return (
    <div className={`view-bar trial-bar${isFloating ? ' is-floating' : ''}`} role="note">
      <FlaskConical />
      <span>
        {t({
          zh: '试用：支付为模拟，不会实际收款',
          en: 'Trial: payments are simulated, no money is received',
        })}
      </span>
    </div>
  );
}
