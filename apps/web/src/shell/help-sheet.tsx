import './overlay.css';
import { type Label, PRODUCT_VERSION } from '@boyun/kernel/contract';
import { useText } from '@boyun/kernel/web';
import { pageAt } from '../page-registry.tsx';
import { PageHelpText, usePageHelp } from './page-help.tsx';
import { Pane } from './pane.tsx';

const COMMAND = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

interface KeyGroup {
  readonly title: Label;
  readonly keys: readonly (readonly [keys: readonly string[], meaning: Label])[];
}

const GROUPS: readonly KeyGroup[] = [
  {
    title: { zh: '全局', en: 'Everywhere' },
    keys: [
      [[COMMAND, 'K'], { zh: '搜索页面、车牌、订单、车场', en: 'Find pages, plates, orders, lots' }],
      [['?'], { zh: '打开本帮助', en: 'This help' }],
      [['Esc'], { zh: '关闭弹窗、抽屉、菜单', en: 'Close dialogs, drawers, menus' }],
    ],
  },
  {
    title: { zh: '列表', en: 'Lists' },
    keys: [
      [['/'], { zh: '跳到筛选', en: 'Go to the filters' }],
      [['n'], { zh: '新增', en: 'Add' }],
      [['e'], { zh: '导出', en: 'Export' }],
      [['r'], { zh: '刷新', en: 'Refresh' }],
      [['↑', '↓'], { zh: '在表格中移动', en: 'Move in the table' }],
      [['PgUp', 'PgDn'], { zh: '翻一屏', en: 'Page up or down' }],
      [['Home', 'End'], { zh: '第一行、最后一行', en: 'First and last row' }],
      [['Enter'], { zh: '打开所在行的详情', en: 'Open the row' }],
    ],
  },
  {
    title: { zh: '页签', en: 'Tags' },
    keys: [
      [['Enter'], { zh: '显示该页', en: 'Open page' }],
      [['Delete'], { zh: '关闭该页签', en: 'Close tag' }],
      [['Shift', 'F10'], { zh: '页签菜单：刷新、固定、批量关闭', en: 'Menu: refresh, pin, close several' }],
    ],
  },
  {
    title: { zh: '表单', en: 'Forms' },
    keys: [
      [['Tab'], { zh: '下一项', en: 'Next field' }],
      [['Enter'], { zh: '在单行输入框中提交', en: 'Submit from a one-line field' }],
      [['Esc'], { zh: '放弃并关闭', en: 'Close without saving' }],
    ],
  },
];

/** The help of the page shown with its own keys, followed by the keys of the whole product. */
export default function HelpSheet({
  shownPath,
  homePath,
  onClose,
}: {
  shownPath: string;
  homePath: string;
  onClose: () => void;
}) {
  const t = useText();
  const page = pageAt(shownPath, homePath.split('/')[1] ?? '');
  const help = usePageHelp(page);
  const title = help ? t(page!.title) : t({ zh: '键盘操作', en: 'Keyboard' });
  const own = help?.keys?.map(({ keys, does }) => [keys, does] as const) ?? [];
  const groups: readonly KeyGroup[] = [
    ...(own.length > 0 ? [{ title: { zh: '本页', en: 'This page' }, keys: own }] : []),
    ...GROUPS,
  ];
  if (help === undefined) return null;
  return (
    <Pane label={t({ zh: '帮助', en: 'Help' })} className="help" onClose={onClose}>
      <header>
        <b>{title}</b>
        <span>{t({ zh: '泊云 {version}', en: 'Boyun {version}' }, { version: PRODUCT_VERSION })}</span>
        <button type="button" className="by-cross" aria-label={t({ zh: '关闭', en: 'Close' })} onClick={onClose}>
          ×
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <div className="help-body" tabIndex={0}>
        {help && <PageHelpText help={help} />}
        {help && <h2>{t({ zh: '键盘操作', en: 'Keyboard' })}</h2>}
        <div className="help-groups">
          {groups.map((group) => (
            <section key={group.title.en}>
              <h3>{t(group.title)}</h3>
              <dl>
                {group.keys.map(([keys, meaning]) => (
                  <div key={meaning.en}>
                    <dt>
                      {keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </dt>
                    <dd>{t(meaning)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Pane>
  );
}
