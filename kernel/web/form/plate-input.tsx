import '../plate.css';
import { normalizePlate, provinces, temporaryPrefix } from '@boyun/domain/plate';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useText } from '../language.ts';
import { useTouch } from '../media.ts';
import { plateColorClass } from '../plate-color.ts';
import { useSlot } from '../slot.tsx';
import { PlateKeys, type PlateKeysPage } from './plate-keys.tsx';
import { plateStanding } from './plate-slot.ts';

/** Length from which a plate may be complete: its colour and the car's status are shown. */
const COMPLETE = 7;
const MAX_CHARS = 16;
/** Cells after the province; the last one is used by plates of new energy only. */
const CELLS = 7;
const HAN = /^[\p{Script=Han}]/u;
const HEADS = [...provinces, temporaryPrefix];

interface PlateInputProps {
  id?: string;
  /** Accessible name where no label refers to `id`. */
  label?: string;
  value: string | null | undefined;
  onChange: (value: string | null) => void;
  color?: number | null;
  isInvalid?: boolean;
  onEnter?: () => void;
  /** Searches for part of a plate: free text without cells, and the car's status is not shown. */
  isFilter?: boolean;
}

/**
 * A plate input: a cell for the province and cells for the rest, which take any notation and normalise it. Its keyboard offers provinces and,
 * on a touch screen, replaces that of the system. A complete plate has its real colour, and below it the car's list status.
 */
export function PlateInput(props: PlateInputProps) {
  const Standing = useSlot(plateStanding);
  const text = props.value ?? '';
  return (
    <>
      <PlateField {...props} />
      {Standing && !props.isFilter && text.length >= COMPLETE && (
        <Suspense fallback={null}>
          <Standing plate={text} />
        </Suspense>
      )}
    </>
  );
}

/** State and acts of the input: its text, its caret, and its keyboard, which is closed while `page` is null. */
function usePlateKeys(input: RefObject<HTMLInputElement | null>, { value, onChange, isFilter }: PlateInputProps) {
  const isTouch = useTouch();
  const [page, setPage] = useState<PlateKeysPage | null>(null);
  const text = value ?? '';
  const head = HAN.test(text) ? text[0]! : '';
  const { caret, setCaret, place: putCaret } = useCaret(input, text);
  const change = (next: string, at = next.length) => {
    const plate = normalizePlate(next).slice(0, MAX_CHARS);
    onChange(plate === '' ? null : plate);
    putCaret(Math.min(at, plate.length));
  };
  const press = (key: string) => {
    input.current?.focus();
    const start = input.current?.selectionStart ?? text.length;
    if (page === 'provinces' && HEADS.includes(key)) {
      change(key + text.slice(head.length), Math.max(start, 1));
      setPage(isTouch ? 'letters' : null);
    } else change(text.slice(0, start) + key + text.slice(start), start + 1);
  };
  const erase = () => {
    const start = input.current?.selectionStart ?? text.length;
    if (start > 0) change(text.slice(0, start - 1) + text.slice(start), start - 1);
    if (start === 1 && head) setPage('provinces');
  };
  const openOnTouch = () => {
    if (isTouch && page === null) setPage(text === '' && !isFilter ? 'provinces' : 'letters');
  };
  return { isTouch, text, head, caret, setCaret, putCaret, page, setPage, change, press, erase, openOnTouch };
}

function PlateField(props: PlateInputProps) {
  const { id, label, color, isInvalid, onEnter, isFilter } = props;
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  const keys = usePlateKeys(input, props);
  const { isTouch, text, head, page, setPage } = keys;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || page === null) return;
    // Escape closes the keyboard first, not the form around it.
    event.preventDefault();
    event.stopPropagation();
    setPage(null);
  };
  const onBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setFocused(false);
    setPage(null);
  };
  const onFocus = () => {
    setFocused(true);
    keys.openOnTouch();
  };
  const tint = !isFilter && text.length >= COMPLETE ? plateColorClass(text, color) : '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape anywhere in it closes its keyboard
    <div
      ref={place}
      className={`by-plate-input ${isFilter ? 'is-free' : ''} ${isInvalid ? 'is-invalid' : ''} ${tint}`}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <input
        ref={input}
        id={id}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        value={text}
        maxLength={MAX_CHARS}
        autoComplete="off"
        spellCheck={false}
        inputMode={isTouch ? 'none' : undefined}
        placeholder={isFilter ? t({ zh: '车牌号', en: 'Plate' }) : undefined}
        onFocus={onFocus}
        onSelect={(event) => keys.setCaret(event.currentTarget.selectionStart ?? 0)}
        onClick={isFilter ? undefined : (event) => keys.putCaret(caretAt(event, head.length, text.length))}
        onChange={(event) => keys.change(event.target.value, event.target.selectionStart ?? undefined)}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && onEnter?.()}
      />
      {!isFilter && <Cells text={text} head={head} caret={isFocused ? keys.caret : null} />}
      <button
        type="button"
        className="by-province"
        aria-label={t({ zh: '选择省份', en: 'Choose the province' })}
        aria-expanded={page === 'provinces'}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          setPage(page === 'provinces' ? null : 'provinces');
          input.current?.focus();
        }}
      >
        {(!isFilter && head) || t({ zh: '省', en: '▾' })}
      </button>
      {page !== null && (
        <PlateKeys
          page={page}
          of={place}
          heads={HEADS}
          onPage={setPage}
          onKey={keys.press}
          onErase={keys.erase}
          onDone={() => setPage(null)}
        />
      )}
    </div>
  );
}

/** The caret of the input; `place` moves it once the new text is rendered. */
function useCaret(input: RefObject<HTMLInputElement | null>, text: string) {
  const [caret, setCaret] = useState(0);
  const [wanted, setWanted] = useState<{ readonly at: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text moves the caret to its end
  useLayoutEffect(() => {
    if (!wanted || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(wanted.at, wanted.at);
    setCaret(wanted.at);
  }, [wanted, text, input]);
  return { caret, setCaret, place: (at: number) => setWanted({ at }) };
}

/** Returns the place in the text of the cell that was clicked. */
function caretAt({ clientX, currentTarget }: MouseEvent<HTMLInputElement>, headLength: number, length: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  const cells = Math.max(CELLS, length - headLength);
  return Math.min(length, headLength + Math.floor(((clientX - left) / width) * cells));
}

/** The characters after the province, one per cell. */
function Cells({ text, head, caret }: { text: string; head: string; caret: number | null }) {
  const rest = text.slice(head.length);
  const count = Math.max(CELLS, rest.length);
  return (
    <span className="by-plate-cells" aria-hidden>
      {Array.from({ length: count }, (_, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
          key={at}
          className={`${at === CELLS - 1 && !rest[at] ? 'is-extra' : ''} ${caret === head.length + at ? 'is-here' : ''}`}
        >
          {rest[at] ?? ''}
        </span>
      ))}
    </span>
  );
}
