import './rich-text.css';
import { type Translate, useText } from '@boyun/kernel/web';
import { Button, Input } from 'antd';
import {
  Bold,
  Heading,
  Italic,
  Link2,
  Link2Off,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  RemoveFormatting,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import Squire from 'squire-rte';
import { cleanFragment } from './clean.view.ts';
import { isLinkAddress } from './rich-text.contract.ts';

type Editor = InstanceType<typeof Squire>;

interface Tool {
  readonly icon: LucideIcon;
  readonly zh: string;
  readonly en: string;
  /** Whether the cursor is inside what the tool makes; absent for tools that make nothing. */
  readonly isOn?: (path: string, editor: Editor) => boolean;
  readonly run: (editor: Editor, isOn: boolean) => void;
}

const within = (tag: string) => (path: string) => new RegExp(`(^|>)${tag}([>.#\\[]|$)`).test(path);
const format = (tag: string) => (_path: string, editor: Editor) => editor.hasFormat(tag);

/** Makes the selected blocks headings or paragraphs. */
function setBlocks(editor: Editor, tag: 'h3' | 'p'): void {
  editor.modifyBlocks((fragment: DocumentFragment) => {
    for (const block of fragment.querySelectorAll('p,h2,h3')) {
      const next = document.createElement(tag);
      next.append(...block.childNodes);
      block.replaceWith(next);
    }
    return fragment;
  });
}

const TOOLS: readonly Tool[] = [
  { icon: Bold, zh: '加粗', en: 'Bold', isOn: format('B'), run: (e, on) => (on ? e.removeBold() : e.bold()) },
  { icon: Italic, zh: '斜体', en: 'Italic', isOn: format('I'), run: (e, on) => (on ? e.removeItalic() : e.italic()) },
  {
    icon: Underline,
    zh: '下划线',
    en: 'Underline',
    isOn: format('U'),
    run: (e, on) => (on ? e.removeUnderline() : e.underline()),
  },
  {
    icon: Strikethrough,
    zh: '删除线',
    en: 'Strikethrough',
    isOn: format('S'),
    run: (e, on) => (on ? e.removeStrikethrough() : e.strikethrough()),
  },
  { icon: Heading, zh: '小标题', en: 'Heading', isOn: within('H3'), run: (e, on) => setBlocks(e, on ? 'p' : 'h3') },
  {
    icon: List,
    zh: '项目列表',
    en: 'Bulleted list',
    isOn: within('UL'),
    run: (e, on) => (on ? e.removeList() : e.makeUnorderedList()),
  },
  {
    icon: ListOrdered,
    zh: '编号列表',
    en: 'Numbered list',
    isOn: within('OL'),
    run: (e, on) => (on ? e.removeList() : e.makeOrderedList()),
  },
  {
    icon: Quote,
    zh: '引用',
    en: 'Quote',
    isOn: within('BLOCKQUOTE'),
    run: (e, on) => (on ? e.removeQuote() : e.increaseQuoteLevel()),
  },
  { icon: RemoveFormatting, zh: '清除格式', en: 'Clear formatting', run: (e) => e.removeAllFormatting() },
  { icon: Undo2, zh: '撤销', en: 'Undo', run: (e) => e.undo() },
  { icon: Redo2, zh: '重做', en: 'Redo', run: (e) => e.redo() },
];

/** A text with headings, lists and links as HTML. What is pasted is sanitised. */
export default function RichEditor({
  id,
  value,
  isInvalid,
  label,
  onChange,
}: {
  id: string;
  value: string | null;
  isInvalid: boolean;
  label: string;
  onChange: (html: string | null) => void;
}) {
  const t = useText();
  const root = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [path, setPath] = useState('');
  const written = useEffectEvent((made: Editor) =>
    onChange(made.getRoot().textContent?.trim() ? made.getHTML() : null),
  );
  const first = useEffectEvent(() => value ?? '');
  useEffect(() => {
    const made = new Squire(root.current!, { blockTag: 'P', sanitizeToDOMFragment: cleanFragment });
    made.setHTML(first());
    made.addEventListener('input', () => written(made));
    made.addEventListener('pathChange', () => setPath(made.getPath()));
    setEditor(made);
    return () => made.destroy();
  }, []);
  return (
    <div className={isInvalid ? 'rich-editor is-invalid' : 'rich-editor'}>
      {editor && <Tools editor={editor} path={path} t={t} />}
      {/* biome-ignore lint/a11y/useSemanticElements: the editor makes elements, which a text area cannot contain */}
      <div
        ref={root}
        id={id}
        className="rich-text"
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-label={label}
        aria-invalid={isInvalid}
      />
    </div>
  );
}

/** The buttons of the editor, and the address of a link while one is made. */
function Tools({ editor, path, t }: { editor: Editor; path: string; t: Translate }) {
  const [address, setAddress] = useState<string | null>(null);
  const isLink = within('A')(path);
  const isGood = address !== null && isLinkAddress(address.trim());
  const link = () => {
    if (!isGood) return;
    editor.focus().makeLink(address.trim());
    setAddress(null);
  };
  return (
    <>
      <div className="rich-tools" role="toolbar" aria-label={t({ zh: '格式', en: 'Formatting' })}>
        {TOOLS.map(({ icon: Icon, zh, en, isOn, run }) => {
          const on = isOn?.(path, editor) ?? false;
          return (
            <ToolButton key={en} label={t({ zh, en })} isOn={isOn ? on : undefined} onAct={() => run(editor, on)}>
              <Icon />
            </ToolButton>
          );
        })}
        <ToolButton
          label={isLink ? t({ zh: '取消链接', en: 'Remove the link' }) : t({ zh: '插入链接', en: 'Link' })}
          isOn={isLink}
          onAct={() => (isLink ? editor.removeLink() : setAddress(address === null ? 'https://' : null))}
        >
          {isLink ? <Link2Off /> : <Link2 />}
        </ToolButton>
      </div>
      {address !== null && (
        <div className="rich-link">
          <Input
            size="small"
            value={address}
            aria-label={t({ zh: '链接地址', en: 'Address of the link' })}
            status={isGood || address === 'https://' ? undefined : 'error'}
            onChange={(event) => setAddress(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              link();
            }}
          />
          <Button size="small" type="primary" disabled={!isGood} onClick={link}>
            {t({ zh: '确定', en: 'OK' })}
          </Button>
        </div>
      )}
    </>
  );
}

/** A button that leaves the focus and the selection in the text. */
function ToolButton({
  label,
  isOn,
  onAct,
  children,
}: {
  label: string;
  isOn?: boolean;
  onAct: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      size="small"
      type="text"
      icon={children}
      title={label}
      aria-label={label}
      aria-pressed={isOn}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onAct}
    />
  );
}
