import { post, type Say } from '@boyun/kernel/web';

/** A picture with characters to type, and the name it is answered under. */
export interface Captcha {
  readonly id: string;
  readonly svg: string;
}

/** Asks for a captcha; each is good for one try. */
export async function drawCaptcha(): Promise<Captcha> {
  const { data } = await post('/api/tenantUser/getCaptcha', {}, { isQuiet: true });
  const { CaptchaId, Svg } = data as { CaptchaId: string; Svg: string };
  return { id: CaptchaId, svg: Svg };
}

/** The picture of a captcha and the place for what it says; a click on the picture gives another one. */
export function CaptchaField({
  captcha,
  text,
  onText,
  onRedraw,
  t,
}: {
  captcha: Captcha;
  text: string;
  onText: (text: string) => void;
  onRedraw: () => void;
  t: Say;
}) {
  return (
    <label>
      <span>{t({ zh: '验证码', en: 'Captcha' })}</span>
      <div className="login-captcha">
        <input
          value={text}
          maxLength={8}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => onText(event.target.value)}
        />
        <button type="button" title={t({ zh: '换一张', en: 'Another one' })} onClick={onRedraw}>
          <img
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(captcha.svg)}`}
            alt={t({ zh: '验证码图片，点击换一张', en: 'Captcha picture, click for another one' })}
          />
        </button>
      </div>
    </label>
  );
}
