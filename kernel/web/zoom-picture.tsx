import type { Label } from '@boyun/kernel/contract';
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { useText } from './language.ts';
import { cropStyle, type PictureBox } from './picture-crop.ts';
import './zoom-picture.css';

const LARGEST = 6;
const STEP = 1.25;
const AS_IT_IS = { scale: 1, x: 0, y: 0 };

/**
 * A stored picture that opens over the page on click: the wheel and + / − zoom, dragging moves, Escape closes. `thumb` has the size of a
 * table row, `fill` the width of its container at 16:9; `plate` shows the plate: what is around `box`, else the lower third, where
 * cameras have it.
 */
export function ZoomPicture({
  address,
  label,
  size = 'thumb',
  box = null,
}: {
  address: string | null | undefined;
  label: Label;
  size?: 'thumb' | 'fill' | 'plate';
  /** Where the plate is in the picture. */
  box?: PictureBox | null | undefined;
}) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [natural, setNatural] = useState<{ width: number; height: number } | null>(null);
  if (!address || failed === address)
    return (
      <span className={`zoom zoom-${size} zoom-none`}>
        {size === 'thumb' ? <span aria-hidden>—</span> : t(failed ? GONE : NONE)}
      </span>
    );
  const crop = size === 'plate' && box && natural ? cropStyle(box, natural) : null;
  // Some cameras send a cut-out of the plate instead of a picture of the car.
  const isPlateAlone = size === 'plate' && natural !== null && natural.width > 2 * natural.height;
  return (
    <>
      <button
        type="button"
        className={`zoom zoom-${size}`}
        aria-label={t({ zh: '放大{what}', en: 'Enlarge: {what}' }, { what: t(label) })}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        <img
          src={address}
          alt=""
          loading="lazy"
          className={crop ? 'zoom-crop' : isPlateAlone ? 'zoom-whole' : undefined}
          style={crop ?? undefined}
          onError={() => setFailed(address)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setNatural({ width, height })}
        />
      </button>
      {isOpen && <Lightbox address={address} label={label} onClose={() => setOpen(false)} />}
    </>
  );
}

const NONE = { zh: '无图片', en: 'No picture' };
const GONE = { zh: '图片已过期或不可用', en: 'The picture is no longer available' };

function Lightbox({ address, label, onClose }: { address: string; label: Label; onClose: () => void }) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [view, setView] = useState(AS_IT_IS);
  const grip = useRef<{ x: number; y: number } | null>(null);
  // Closed before it is removed from the page: only a dialog still in the document restores focus to its opener.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const zoom = (factor: number) =>
    setView((last) => {
      const scale = Math.min(LARGEST, Math.max(1, last.scale * factor));
      return scale === 1 ? AS_IT_IS : { ...last, scale };
    });
  const move = (event: PointerEvent) => {
    const from = grip.current;
    if (!from) return;
    setView((last) => ({ ...last, x: last.x + event.clientX - from.x, y: last.y + event.clientY - from.y }));
    grip.current = { x: event.clientX, y: event.clientY };
  };
  return (
    // Keys and clicks in the dialog must not reach the page below.
    <dialog
      ref={dialog}
      className="zoom-box"
      aria-label={t(label)}
      onCancel={onClose}
      onClick={(event) => {
        event.stopPropagation();
        if (event.target === event.currentTarget) onClose();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === '+' || event.key === '=') zoom(STEP);
        if (event.key === '-') zoom(1 / STEP);
        if (event.key === '0') setView(AS_IT_IS);
      }}
      onWheel={(event) => zoom(event.deltaY < 0 ? STEP : 1 / STEP)}
    >
      <img
        className={view.scale > 1 ? 'is-large' : undefined}
        src={address}
        alt={t(label)}
        draggable={false}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        onDoubleClick={() => (view.scale > 1 ? setView(AS_IT_IS) : zoom(2.5))}
        onPointerDown={(event) => {
          if (view.scale === 1) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          grip.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={move}
        onPointerUp={() => {
          grip.current = null;
        }}
      />
      <div className="zoom-bar">
        <strong>{t(label)}</strong>
        <button type="button" aria-label={t({ zh: '缩小', en: 'Zoom out' })} onClick={() => zoom(1 / STEP)}>
          −
        </button>
        <span>{Math.round(view.scale * 100)}%</span>
        <button type="button" aria-label={t({ zh: '放大', en: 'Zoom in' })} onClick={() => zoom(STEP)}>
          +
        </button>
        <a href={address} target="_blank" rel="noreferrer">
          {t({ zh: '原图', en: 'Actual size' })}
        </a>
        <button type="button" aria-label={t({ zh: '关闭', en: 'Close' })} onClick={onClose}>
          ×
        </button>
      </div>
    </dialog>
  );
}
