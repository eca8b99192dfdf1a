import './change-portrait.css';
import { CallFailure, call, Modal, notify, post, setUser, useText, useUser } from '@boyun/kernel/web';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { PORTRAIT_TYPES, portraitFault } from '../account/portrait-file.view.ts';
import { changePortrait } from './sign-in.contract.ts';

/** A chosen picture and its preview address in the browser. */
interface Chosen {
  readonly file: File;
  readonly address: string;
}

/** Replaces the account's picture; any error clears the list of files (spec §8). */
export default function ChangePortrait({ onClose }: { onClose: () => void }) {
  const t = useText();
  const user = useUser();
  const chooser = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => () => URL.revokeObjectURL(chosen?.address ?? ''), [chosen]);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const fault = portraitFault(file);
    if (fault) notify('bad', fault);
    setChosen(fault ? null : { file, address: URL.createObjectURL(file) });
  };
  const save = async () => {
    setBusy(true);
    try {
      const uploaded = await post('/api/upload/uploadToOther', { File: chosen!.file });
      const { items } = uploaded as unknown as { items: { url: string }[] };
      const { avatarUrl } = await call(changePortrait, { portraitUrl: items[0]!.url });
      setUser({ ...user, avatarUrl });
      notify('good', { zh: '头像修改成功', en: 'The avatar was changed' });
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setChosen(null);
      setBusy(false);
    }
  };
  const shown = chosen?.address ?? user.avatarUrl;
  return (
    <Modal
      open
      width={440}
      title={t(changePortrait.title)}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t({ zh: '取消', en: 'Cancel' })}
        </Button>,
        <Button key="ok" type="primary" disabled={!chosen} loading={isBusy} onClick={save}>
          {t({ zh: '确定', en: 'OK' })}
        </Button>,
      ]}
    >
      <div className="portrait">
        {shown ? <img className="portrait-face" src={shown} alt="" /> : <span className="portrait-face" />}
        <div>
          <input
            ref={chooser}
            type="file"
            hidden
            accept={PORTRAIT_TYPES.join()}
            onChange={(event) => {
              choose(event.target.files?.[0]);
              // Allows choosing the same file again.
              event.target.value = '';
            }}
          />
          <Button onClick={() => chooser.current?.click()}>{t({ zh: '选择图片', en: 'Choose a picture' })}</Button>
          <p className="by-hint">{t({ zh: 'jpg 或 png，小于 500 KB', en: 'JPG or PNG, under 500 KB' })}</p>
          {chosen && (
            <ul className="portrait-files">
              <li>
                <span>{chosen.file.name}</span>
                <Button type="link" size="small" onClick={() => setChosen(null)}>
                  {t({ zh: '移除', en: 'Remove' })}
                </Button>
              </li>
            </ul>
          )}
        </div>
      </div>
    </Modal>
  );
}
