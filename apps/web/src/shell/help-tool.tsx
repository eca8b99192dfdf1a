import { can, useText } from '@boyun/kernel/web';
import { getFirstSteps } from '@boyun/lot-desk/contract';
import { openFirstSteps } from '@boyun/lot-desk/web';
import { BookOpen, CircleHelp, ListChecks } from 'lucide-react';
import { useNavigate } from 'react-router';
import { GUIDES, type GuideType } from './guide-step.ts';
import { showOverlay } from './overlay.ts';
import { TopSheet } from './top-sheet.tsx';

/** Help of the top bar: the page shown, the first steps of a tenant, and the three guides (spec §2). */
export function HelpTool() {
  const t = useText();
  const navigate = useNavigate();
  const openSteps = () => {
    void openFirstSteps();
    navigate('/dashboardCd');
  };
  return (
    <TopSheet label={t({ zh: '帮助与操作引导', en: 'Help and guides' })} face={<CircleHelp />}>
      {(close) => (
        <>
          <button type="button" onClick={() => [close(), showOverlay('help')]}>
            <CircleHelp />
            {t({ zh: '本页帮助', en: 'Help for this page' })}
            <kbd>?</kbd>
          </button>
          {can(getFirstSteps.access) && (
            <button type="button" onClick={() => [close(), openSteps()]}>
              <ListChecks />
              {t(getFirstSteps.title)}
            </button>
          )}
          <p className="top-sheet-part">{t({ zh: '操作引导', en: 'Guides' })}</p>
          {(Object.keys(GUIDES) as GuideType[]).map((type) => (
            <button key={type} type="button" onClick={() => [close(), showOverlay(type)]}>
              <BookOpen />
              {t(GUIDES[type].title)}
            </button>
          ))}
        </>
      )}
    </TopSheet>
  );
}
