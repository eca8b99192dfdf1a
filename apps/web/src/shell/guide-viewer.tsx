import './overlay.css';
import { useLanguage, useText } from '@boyun/kernel/web';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, useEffect, useEffectEvent, useState } from 'react';
import { GUIDES, type GuideType, nextStep, stepImage } from './guide-step.ts';
import { Pane } from './pane.tsx';

/**
 * Shows a guide step by step: a click on the left part of the image goes back, on the right part forward; after the last step it closes.
 */
export default function GuideViewer({ type, onClose }: { type: GuideType; onClose: () => void }) {
  const t = useText();
  const language = useLanguage();
  const [step, setStep] = useState(1);
  const { title, sizes } = GUIDES[type];
  const [width, height] = sizes[step - 1]!;
  const go = (by: 1 | -1) => {
    const next = nextStep(type, step, by);
    if (next === null) onClose();
    else setStep(next);
  };
  const onKey = useEffectEvent((key: string) => {
    if (key === 'ArrowRight') go(1);
    if (key === 'ArrowLeft') go(-1);
  });
  useEffect(() => {
    // Listens on the document, because the focused area may just have been disabled.
    const listen = (event: KeyboardEvent) => onKey(event.key);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const isLast = step === sizes.length;
  const place = t({ zh: '第 {step} 步，共 {count} 步', en: 'Step {step} of {count}' }, { step, count: sizes.length });
  return (
    <Pane label={t(title)} className="guide" onClose={onClose}>
      <header>
        <b>{t(title)}</b>
        <span>{place}</span>
        <button type="button" className="by-cross" aria-label={t({ zh: '关闭', en: 'Close' })} onClick={onClose}>
          ×
        </button>
      </header>
      <div
        className="guide-window"
        style={{ '--guide-width': `${width}px`, '--guide-ratio': width / height } as CSSProperties}
      >
        <img src={stepImage(type, step, language)} alt={place} width={width} height={height} />
        <button
          type="button"
          className="guide-previous"
          disabled={step === 1}
          aria-label={t({ zh: '上一步', en: 'Previous' })}
          onClick={() => go(-1)}
        >
          <ChevronLeft />
        </button>
        <button
          type="button"
          className="guide-next"
          // biome-ignore lint/a11y/noAutofocus: going on is what one does in a guide
          autoFocus
          aria-label={t(isLast ? { zh: '完成', en: 'Done' } : { zh: '下一步', en: 'Next' })}
          onClick={() => go(1)}
        >
          <ChevronRight />
        </button>
      </div>
    </Pane>
  );
}
