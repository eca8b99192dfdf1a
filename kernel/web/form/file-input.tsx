import type { Label } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { Picture } from '../cell.tsx';
import { useText } from '../language.ts';
import { useTouch } from '../media.ts';
import { CallFailure, post } from '../transport.ts';

/**
 * A stored file: uploaded as soon as it is chosen, and shown as a thumbnail. The value is the key the server returned. Where only pictures
 * are accepted, a phone offers its camera as well.
 */
export function FileInput({
  id,
  value,
  onChange,
  label,
  accept,
  path = '/api/upload/uploadToOther',
}: {
  id?: string;
  value: string | null | undefined;
  onChange: (value: string | null) => void;
  label: Label;
  accept?: string;
  /** The call that takes the file. */
  path?: string;
}) {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hasCamera = useTouch() && accept?.startsWith('image/');
  const [isBusy, setBusy] = useState(false);
  /** What was uploaded here: until it is saved, its key leads nowhere. */
  const [fresh, setFresh] = useState<Uploaded | null>(null);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      const answer = await post(path, { File: file });
      const uploaded = uploadedFile(answer as unknown as Record<string, unknown>);
      setFresh(uploaded);
      onChange(uploaded?.key ?? null);
    } catch (error) {
      // The transport has shown the error; the old file stays.
      if (!(error instanceof CallFailure)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="by-file">
      <input
        ref={chooser}
        id={id}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => upload(event.target.files?.[0])}
      />
      {hasCamera && (
        <>
          <input
            ref={camera}
            type="file"
            hidden
            accept={accept}
            capture="environment"
            onChange={(event) => upload(event.target.files?.[0])}
          />
          <Button loading={isBusy} onClick={() => camera.current?.click()}>
            {t({ zh: '拍照', en: 'Take picture' })}
          </Button>
        </>
      )}
      <Button loading={isBusy} onClick={() => chooser.current?.click()}>
        {t(value ? { zh: '更换', en: 'Replace' } : { zh: '上传', en: 'Upload' })}
      </Button>
      {value && <Picture address={value === fresh?.key ? fresh.url : value} label={label} />}
      {value && (
        <Button type="link" onClick={() => onChange(null)}>
          {t({ zh: '移除', en: 'Remove' })}
        </Button>
      )}
    </div>
  );
}

/** Several stored files; a new one is appended. */
export function FileListInput({
  id,
  values,
  max,
  onChange,
  label,
  accept,
}: {
  id?: string;
  values: readonly string[];
  max: number;
  onChange: (values: string[]) => void;
  label: Label;
  accept?: string;
}) {
  const places = values.length < max ? [...values, null] : values;
  return (
    <div className="by-files">
      {places.map((value, place) => (
        <FileInput
          key={value ?? 'new'}
          id={place === places.length - 1 ? id : undefined}
          value={value}
          label={label}
          accept={accept}
          onChange={(next) =>
            onChange([...values.slice(0, place), ...(next === null ? [] : [next]), ...values.slice(place + 1)])
          }
        />
      ))}
    </div>
  );
}

interface Uploaded {
  readonly key: string;
  readonly url: string;
}

/** Returns the uploaded file in the response (spec §7: `items[0].url`). */
function uploadedFile(answer: Record<string, unknown>): Uploaded | null {
  const holder = (answer.items ? answer : answer.data) as { items?: { url: string; key?: string }[] } | null;
  const first = holder?.items?.[0];
  return first ? { key: first.key ?? first.url, url: first.url } : null;
}
