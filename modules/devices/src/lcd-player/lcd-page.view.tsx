import { keepOffline, loadQrCode, refusalText, setLanguage, useLanguage, useText } from '@boyun/kernel/web';
import { useCallback, useEffect, useState } from 'react';
import { join, tokenHere } from './lcd-call.view.ts';
import LcdStage from './lcd-stage.view.tsx';
import './lcd-page.css';

const ENTRY = '/lcd/tv';
const CODE = /^\d{1,9}-\d{8}$/;
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '-', '0', '⌫'];

/** `/lcd/tv` and `/lcd/{pairing code}`: a browser that is, or becomes, a display. */
export default function LcdPage({ code }: { code: string }) {
  const t = useText();
  const [isPaired, setPaired] = useState(tokenHere() !== null);
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    document.title = t({ zh: 'LCD屏 · 泊云', en: 'LCD display · Boyun' });
  }, [t]);
  useEffect(() => keepOffline('/lcd/', loadQrCode), []);
  const onEnded = useCallback((words: string) => {
    setEnded(words);
    setPaired(false);
  }, []);
  if (isPaired) return <LcdStage onEnded={onEnded} />;
  return (
    <Pairing
      given={CODE.test(code) && !ended ? code : ''}
      said={ended}
      onPaired={() => {
        history.replaceState(null, '', ENTRY);
        setEnded(null);
        setPaired(true);
      }}
    />
  );
}

/** Where the pairing code is entered, with a keyboard, a remote control or a finger; one in the address is tried at once. */
function Pairing({ given, said, onPaired }: { given: string; said: string | null; onPaired: () => void }) {
  const t = useText();
  const language = useLanguage();
  const [code, setCode] = useState(given);
  const [problem, setProblem] = useState(said);
  const [isBusy, setBusy] = useState(false);
  const pair = async (typed: string) => {
    setBusy(true);
    setProblem(null);
    try {
      await join(typed);
      onPaired();
    } catch (error) {
      setProblem(refusalText(error));
      setBusy(false);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the code of the address
  useEffect(() => {
    if (given) void pair(given);
  }, []);
  const press = (key: string) => setCode((typed) => (key === '⌫' ? typed.slice(0, -1) : (typed + key).slice(0, 18)));
  return (
    <main className="lcd-pairing">
      <section>
        <small>{t({ zh: '泊云 LCD屏', en: 'Boyun LCD display' })}</small>
        <h1>{t({ zh: '输入配对码', en: 'Enter the pairing code' })}</h1>
        <p>
          {t({
            zh: '在后台“车场设备 › 设备 › LCD屏”点“配对”，把得到的数字输入这里。',
            en: 'Press "Pair" under Lots and devices, Devices, LCD displays, and enter the digits here.',
          })}
        </p>
        {problem && (
          <p className="lcd-problem" role="alert">
            {problem}
          </p>
        )}
        <button type="button" className="lcd-language" onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}>
          {language === 'zh' ? 'English' : '中文'}
        </button>
      </section>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Pressing the button permits it; displays that cannot stay as they are.
          void document.documentElement.requestFullscreen?.().catch(() => undefined);
          void pair(code);
        }}
      >
        <input
          value={code}
          maxLength={18}
          inputMode="numeric"
          autoComplete="off"
          placeholder="12-34567890"
          aria-label={t({ zh: '配对码', en: 'Pairing code' })}
          onChange={(event) => setCode(event.target.value.replace(/[^\d-]/g, ''))}
        />
        <div className="lcd-keys">
          {KEYS.map((key) => (
            <button key={key} type="button" onClick={() => press(key)}>
              {key}
            </button>
          ))}
        </div>
        <button type="submit" className="is-main" disabled={isBusy || !CODE.test(code)}>
          {t({ zh: '配对', en: 'Pair' })}
        </button>
      </form>
    </main>
  );
}
