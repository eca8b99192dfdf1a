import './carousel.css';
import { useEffect, useState } from 'react';
import { useText } from './language.ts';
import { useMedia } from './media.ts';

/** One item of a carousel: its picture, else its name, with an optional link. */
interface Slide {
  readonly id: string;
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly url: string | null;
}

const TURN_MS = 6000;

/** Shows pictures one after another; pauses under the pointer or focus, and for users who prefer reduced motion. */
export function Carousel({ label, slides }: { label: string; slides: readonly Slide[] }) {
  const t = useText();
  const [shown, setShown] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const isStill = useMedia('(prefers-reduced-motion: reduce)') || isHeld || slides.length < 2;
  useEffect(() => {
    if (isStill) return;
    const timer = setInterval(() => setShown((last) => last + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [isStill]);
  const slide = slides[shown % slides.length];
  if (!slide) return null;
  const face = slide.pictureUrl ? <img src={slide.pictureUrl} alt={slide.name} /> : <b>{slide.name}</b>;
  return (
    <section
      className="by-carousel"
      aria-label={label}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {slide.url ? (
        <a href={slide.url} target="_blank" rel="noopener noreferrer">
          {face}
        </a>
      ) : (
        <div>{face}</div>
      )}
      {slides.length > 1 && (
        <nav>
          {slides.map((one, index) => (
            <button
              key={one.id}
              type="button"
              aria-label={t({ zh: '第{n}张', en: 'Picture {n}' }, { n: index + 1 })}
              aria-current={one === slide}
              onClick={() => setShown(index)}
            />
          ))}
        </nav>
      )}
    </section>
  );
}
