import './payment-code.css';
import { channelOfCode } from '@boyun/domain/payment-code';
import { useText } from '@boyun/kernel/web';
import { Button, Input } from 'antd';
import { lazy, Suspense, useState } from 'react';

const CodeCamera = lazy(() => import('./code-camera.view.tsx'));

/** What to do for the payment code of a phone. */
export const CODE_HINT = { zh: '请扫描客户手机上的付款码', en: "Scan the code on the payer's phone" };

/** The payment code of a phone: a scanner types it and ends with Enter, a camera reads it where there is one. */
export function CodeInput({
  value,
  isFocused = true,
  onChange,
  onEnter,
}: {
  value: string;
  isFocused?: boolean;
  onChange: (code: string) => void;
  /** Gets a whole code. */
  onEnter: (code: string) => void;
}) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Input
        autoFocus={isFocused}
        maxLength={32}
        value={value}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t({ zh: '付款码', en: 'Payment code' })}
        placeholder={t(CODE_HINT)}
        onChange={({ target }) => onChange(target.value)}
        onPressEnter={(event) => {
          // Of the form around it.
          event.preventDefault();
          if (channelOfCode(value.trim())) onEnter(value.trim());
        }}
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <CodeCamera
            onCode={(code) => {
              setOpen(false);
              onChange(code);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : (
        <Button onClick={() => setOpen(true)}>{t({ zh: '用摄像头扫码', en: 'Scan with the camera' })}</Button>
      )}
    </>
  );
}
