import './overlay.css';
import { lot } from '@boyun/facilities/contract';
import type { Label } from '@boyun/kernel/contract';
import { call, can, list, listLink, queryClient, useText } from '@boyun/kernel/web';
import { findOrders, orderList } from '@boyun/orders/contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { pageOfKey } from '../page-registry.tsx';
import { useMenu } from './menu.ts';
import type { MenuNode } from './menu-tree.ts';
import { showOverlay } from './overlay.ts';
import { type Findable, findByName, type Spells } from './palette-search.ts';
import { Pane } from './pane.tsx';
import { useEndTabs } from './tag-closing.tsx';
import { toggleLanguage, toggleTheme } from './turn.ts';

interface Choice {
  readonly key: string;
  readonly text: string;
  readonly hint: string;
  readonly onPick: () => void;
}

const MAX_PER_KIND = 8;
const TYPING_MS = 200;

/** Returns the pages of the menu with their area. */
function pagesOf(nodes: readonly MenuNode[], hint: Label = { zh: '', en: '' }): readonly Findable[] {
  return nodes.flatMap((node) =>
    node.path ? [{ title: node.title, hint, path: node.path }] : pagesOf(node.children, node.title),
  );
}

interface Group {
  readonly title: Label;
  readonly choices: readonly Choice[];
}

/** The command palette: finds pages in Chinese, pinyin and English, acts, and plates, orders and lots through their lists. */
export default function Palette({
  homePath,
  shownPath,
  onClose,
}: {
  homePath: string;
  shownPath: string;
  onClose: () => void;
}) {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const groups = useGroups(typed, { homePath, shownPath, onClose });
  const all = groups.flatMap((group) => group.choices);
  const at = Math.min(active, Math.max(0, all.length - 1));
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((at + step + all.length) % Math.max(1, all.length));
    else if (event.key === 'Enter') all[at]?.onPick();
    else return;
    event.preventDefault();
  };
  return (
    <Pane label={t({ zh: '搜索', en: 'Search' })} className="palette" onClose={onClose}>
      <div className="palette-input">
        <Search />
        <input
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={all.length > 0 ? `${id}-${at}` : undefined}
          aria-label={t({ zh: '搜索', en: 'Search' })}
          placeholder={t({
            zh: '页面、拼音、车牌、订单号、车场…',
            en: 'Pages, plates, order numbers, lots…',
          })}
          // biome-ignore lint/a11y/noAutofocus: the palette is there to type into
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <Results id={id} groups={groups} active={at} onActive={setActive} />
    </Pane>
  );
}

/** Returns what matches the typed text, by kind; kinds without a match are left out. */
function useGroups(
  typed: string,
  { homePath, shownPath, onClose }: { homePath: string; shownPath: string; onClose: () => void },
): readonly Group[] {
  const t = useText();
  const navigate = useNavigate();
  const spells = useSpells();
  const go = (path: string) => () => {
    onClose();
    if (path.startsWith('/')) navigate(path);
    else window.open(path, '_blank', 'noopener,noreferrer');
  };
  const asChoice = (one: Findable): Choice => ({
    key: one.path,
    text: t(one.title),
    hint: t(one.hint),
    onPick: go(one.path),
  });
  const pages = findByName(pagesOf(useMenu()), typed, spells).slice(0, MAX_PER_KIND);
  const acts = useActs(homePath, shownPath, onClose);
  const groups: readonly Group[] = [
    { title: { zh: '车牌、订单、车场', en: 'Plates, orders, lots' }, choices: useRecords(typed, go) },
    { title: { zh: '页面', en: 'Pages' }, choices: pages.map(asChoice) },
    {
      title: { zh: '操作', en: 'Actions' },
      choices: typed.trim()
        ? findByName(acts, typed, spells).map((act) => ({ ...asChoice(act), onPick: act.onPick }))
        : [],
    },
  ];
  return groups.filter((group) => group.choices.length > 0);
}

/** The list box of the palette. */
function Results({
  id,
  groups,
  active,
  onActive,
}: {
  id: string;
  groups: readonly Group[];
  active: number;
  onActive: (index: number) => void;
}) {
  const t = useText();
  let place = -1;
  return (
    <div id={id} className="palette-list" role="listbox" aria-label={t({ zh: '结果', en: 'Results' })}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
        <div key={group.title.en} role="group" aria-label={t(group.title)}>
          <p aria-hidden>{t(group.title)}</p>
          {group.choices.map((choice) => {
            place += 1;
            const own = place;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and the keys
              <div
                key={choice.key}
                id={`${id}-${own}`}
                role="option"
                tabIndex={-1}
                aria-selected={own === active}
                onPointerMove={() => onActive(own)}
                onClick={choice.onPick}
              >
                <span>{choice.text}</span>
                <small>{choice.hint}</small>
                <ArrowRight />
              </div>
            );
          })}
        </div>
      ))}
      {groups.length === 0 && (
        <p className="palette-none" role="status">
          {t({
            zh: '没有找到。不在场车辆的车牌和订单号请从开头输入。',
            en: 'Nothing found. For cars that have left and for order numbers, type the beginning.',
          })}
        </p>
      )}
    </div>
  );
}

/** Pinyin needs a dictionary, which is loaded when the palette opens. */
function useSpells(): Spells {
  const [spells, setSpells] = useState<Spells>(() => () => false);
  useEffect(() => {
    // Without it pages are matched by their own characters only.
    import('./pinyin.ts').then((module) => setSpells(() => module.spells)).catch(() => undefined);
  }, []);
  return spells;
}

function useActs(
  homePath: string,
  shownPath: string,
  onClose: () => void,
): readonly (Findable & { readonly onPick: () => void })[] {
  const end = useEndTabs(homePath, shownPath);
  const act = (path: string, zh: string, en: string, run: () => void) => ({
    path,
    title: { zh, en },
    hint: { zh: '', en: '' },
    onPick: () => {
      onClose();
      run();
    },
  });
  return [
    act('act:look', '切换深色浅色', 'Dark or light look', toggleTheme),
    act('act:language', '切换语言 English', 'Switch to 中文', toggleLanguage),
    act('act:clear', '清空页签', 'Close all tags', () => end('', 'all')),
    act('act:screen', '运营大屏', 'Operations screen', () => open('/index')),
    act('act:screen-lot', '车场大屏', 'Parking lot screen', () => open('/indexOne')),
    act('act:help', '键盘操作帮助', 'Keyboard help', () => showOverlay('help')),
  ];
}

/** Searches records for the typed text: plates and order numbers by a part of them, lots by name. */
function useRecords(typed: string, go: (path: string) => () => void): readonly Choice[] {
  const t = useText();
  const query = useSettled(typed.trim());
  const asked = useQuery(
    {
      queryKey: ['palette', query],
      enabled: query.length >= 2,
      queryFn: async ({ signal }) => {
        const options = { signal, isQuiet: true };
        const [found, lots] = await Promise.all([
          can(findOrders.access) ? call(findOrders, { text: query.slice(0, 40) }, options) : null,
          can(lot.can.list) ? list(lot, { name: query.slice(0, 64), page: 1, perPage: 20 }, options) : null,
        ]);
        return { found, lots };
      },
    },
    queryClient,
  );
  if (!asked.data) return [];
  const { found, lots } = asked.data;
  const choice = (key: string, text: string, hint: Label | string, path: string): Choice => ({
    key: `${key} ${text}`,
    text,
    hint: typeof hint === 'string' ? hint : t(hint),
    onPick: go(path),
  });
  const inside = found?.inside as readonly { plate: string; lotId: string; lotName: string | null }[] | undefined;
  return [
    ...(inside ?? []).map(({ plate, lotName }) =>
      choice(
        'inside',
        plate,
        t({ zh: '在场车辆 {lot}', en: 'Inside {lot}' }, { lot: lotName }),
        listLink(pageOfKey('inLot')!.path, { plate }),
      ),
    ),
    ...(found?.plates ?? []).map((plate) =>
      choice('plate', plate, orderList.title, listLink(pageOfKey('order')!.path, { plate })),
    ),
    ...(found?.orderNos ?? []).map((orderNo) =>
      choice('order', orderNo, orderList.title, listLink(pageOfKey('order')!.path, { orderNo })),
    ),
    ...(lots?.rows ?? [])
      .slice(0, 5)
      .map((one) =>
        choice('lot', one.name, lot.title, `${pageOfKey('parkLot')!.path}?open=${encodeURIComponent(one.id)}`),
      ),
  ];
}

/** Debounces a text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
