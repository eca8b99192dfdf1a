import { QrCode } from '@boyun/kernel/web';
import { Suspense } from 'react';
import type { LcdKind, LcdLook } from '../lcd/lcd-programme.contract.ts';
import './lcd-slide.css';

/** One programme as it is drawn. */
export interface Slide {
  readonly kind: LcdKind;
  readonly name: string;
  readonly headline: string | null;
  readonly words: string | null;
  readonly look: LcdLook;
  /** Where its picture or video is. */
  readonly place: string | null;
  readonly payAddress: string | null;
  /** Where the code hangs: the lane, or the lot. */
  readonly placeName: string;
}

/** What becomes of a video. */
interface VideoActs {
  readonly isMuted: boolean;
  readonly onEnded?: () => void;
  readonly onBroken?: () => void;
}

/** A programme that fills its box, upright or wide; the letters are as large as the box allows. */
export function LcdSlide({ slide, ...video }: { slide: Slide } & VideoActs) {
  const { kind } = slide;
  return (
    <article className={`lcd-slide is-${kind} is-${slide.look}`}>
      {kind === 'text' && <Words slide={slide} />}
      {kind === 'pay-code' && <PayCode slide={slide} />}
      {kind === 'picture' && slide.place && (
        <>
          <img className="lcd-behind" src={slide.place} alt="" />
          <img className="lcd-whole" src={slide.place} alt={slide.name} />
        </>
      )}
      {kind === 'video' && slide.place && (
        <video
          className="lcd-whole"
          src={slide.place}
          muted={video.isMuted}
          autoPlay
          playsInline
          onEnded={video.onEnded}
          onError={video.onBroken}
        />
      )}
      {(kind === 'picture' || kind === 'video') && slide.headline && (
        <div className="lcd-caption">
          <h1 className={sizeOf(slide.headline)}>{slide.headline}</h1>
          {slide.words && <p>{slide.words}</p>}
        </div>
      )}
    </article>
  );
}

/** How large a headline can be: a letter of Latin script takes half the place of a Chinese one. */
function sizeOf(headline: string): string {
  const length = [...headline].reduce((sum, one) => sum + (/[\u0020-\u024f]/.test(one) ? 0.55 : 1), 0);
  return length <= 6 ? 'is-large' : length <= 12 ? 'is-medium' : 'is-small';
}

function Words({ slide }: { slide: Slide }) {
  const headline = slide.headline ?? slide.name;
  return (
    <div className="lcd-words">
      <i className="lcd-rule" />
      <h1 className={sizeOf(headline)}>{headline}</h1>
      {slide.words && <p>{slide.words}</p>}
    </div>
  );
}

/** The displays hang in public: what the product itself says on them is in both languages. */
function PayCode({ slide }: { slide: Slide }) {
  return (
    <div className="lcd-pay">
      <div className="lcd-pay-words">
        <h1 className={sizeOf(slide.headline ?? '扫码缴费')}>{slide.headline ?? '扫码缴费'}</h1>
        <p className="lcd-latin">Scan to pay for parking</p>
        {slide.words && <p>{slide.words}</p>}
        <p className="lcd-place">{slide.placeName}</p>
      </div>
      <div className="lcd-code">
        {slide.payAddress && (
          <Suspense fallback={null}>
            <QrCode text={slide.payAddress} label="扫码缴费" />
          </Suspense>
        )}
        <span>微信 · 支付宝</span>
      </div>
    </div>
  );
}
