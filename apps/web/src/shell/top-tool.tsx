import { notify, useFullScreen, useLanguage, useText, useTheme } from '@boyun/kernel/web';
import { Languages, Maximize, Minimize, Moon, Palette, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { setAccent, useAccent } from './accent.ts';
import { ACCENTS, DEFAULT_ACCENT } from './accent-shade.ts';
import { LOOK_CHANGED, toggleLanguage, toggleTheme } from './turn.ts';

/** An icon button of the top bar; shows its label inside a sheet. */
export function Tool({
  label,
  isWorded,
  onClick,
  children,
}: {
  label: string;
  isWorded?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={isWorded ? undefined : 'top-tool'}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
      {isWorded && label}
    </button>
  );
}

/** Switches between the light and the dark theme. */
export function LookTool() {
  const t = useText();
  const theme = useTheme();
  return (
    <Tool
      isWorded
      label={t(theme === 'dark' ? { zh: '浅色', en: 'Light theme' } : { zh: '深色', en: 'Dark theme' })}
      onClick={toggleTheme}
    >
      {theme === 'dark' ? <Sun /> : <Moon />}
    </Tool>
  );
}

/** Switches between Chinese and English. */
export function LanguageTool() {
  const language = useLanguage();
  return (
    <Tool isWorded label={language === 'zh' ? 'English' : '中文'} onClick={toggleLanguage}>
      <Languages />
    </Tool>
  );
}

/** Toggles full screen; shows a notice where the browser cannot (spec §8). */
export function FullScreenTool() {
  const t = useText();
  const [isFull, toggle] = useFullScreen();
  return (
    <Tool
      isWorded
      label={t(isFull ? { zh: '退出全屏', en: 'Exit full screen' } : { zh: '全屏', en: 'Full screen' })}
      onClick={toggle}
    >
      {isFull ? <Minimize /> : <Maximize />}
    </Tool>
  );
}

/** Offers theme colours below its button (spec §8: '换肤成功'). */
export function AccentTool() {
  const t = useText();
  const accent = useAccent();
  const [isOpen, setOpen] = useState(false);
  const choose = (color: string) => {
    setAccent(color);
    notify('good', LOOK_CHANGED);
  };
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Palette />
        {t({ zh: '主题色', en: 'Theme colour' })}
        <span className="accent-shown" style={{ background: accent }} />
      </button>
      {isOpen && (
        <>
          <div className="accents">
            {ACCENTS.map((color) => (
              <button
                key={color}
                type="button"
                className="accent"
                style={{ background: color }}
                aria-label={color === DEFAULT_ACCENT ? `${color} ${t({ zh: '默认', en: 'default' })}` : color}
                aria-pressed={color === accent}
                onClick={() => choose(color)}
              />
            ))}
          </div>
          <label className="accent-own">
            {t({ zh: '自定义颜色', en: 'Custom colour' })}
            {/* The browser fires a change for every step of a drag, so the colour is applied on blur. */}
            <input
              type="color"
              defaultValue={accent}
              onBlur={(event) => event.target.value !== accent && choose(event.target.value)}
            />
          </label>
        </>
      )}
    </>
  );
}
