import type { Listed } from '@boyun/kernel/contract';
import type { lcdProgramme } from '../lcd/lcd-programme.contract.ts';
import { LcdSlide, type Slide } from '../lcd-player/lcd-slide.view.tsx';
import './lcd-page.css';

type Programme = Pick<Listed<typeof lcdProgramme>, 'kind' | 'name' | 'headline' | 'words' | 'look' | 'file'>;

/** What a programme looks like; codes lead to this site only. */
function slideOf(row: Programme, placeName: string): Slide {
  const { kind, name, headline, words, look, file } = row;
  return { kind, name, headline, words, look, place: file, payAddress: location.origin, placeName };
}

/** A programme on a wide display, and with `isBoth` on an upright one. */
export function LcdPreviews({ row, placeName }: { row: Programme; placeName: string }) {
  const slide = slideOf(row, placeName);
  return (
    <div className="lcd-previews">
      <div className="lcd-preview">
        <LcdSlide slide={slide} isMuted />
      </div>
      <div className="lcd-preview is-upright">
        <LcdSlide slide={slide} isMuted />
      </div>
    </div>
  );
}

/** A programme the size of a thumbnail; a video stands still. */
export function LcdMini({ row, placeName }: { row: Programme; placeName: string }) {
  return (
    <span className="lcd-mini" aria-hidden="true">
      {row.kind === 'video' && row.file ? (
        <video className="lcd-whole" src={row.file} muted preload="metadata" />
      ) : (
        <LcdSlide slide={slideOf(row, placeName)} isMuted />
      )}
    </span>
  );
}
