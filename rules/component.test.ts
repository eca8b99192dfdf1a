import { expect, test } from 'vitest';
import { sources } from './source.ts';

/** What the interface has one component for: the code that would make a second one, and the file that may contain it. */
const ONLY: readonly { readonly what: string; readonly sign: RegExp; readonly home: string }[] = [
  {
    what: 'dialog that moves a barrier; use MoveBarrier of @boyun/devices/web',
    sign: /\b(?:openLane|closeLane|holdLane)\b(?!\.access)|\/api\/lane\/(?:open|close|hold)/,
    home: 'modules/devices/src/command/move-barrier.form.tsx',
  },
  {
    what: "antd's Modal; use Modal of @boyun/kernel/web",
    sign: /import \{[^}]*\bModal\b[^}]*\} from 'antd'|from 'antd\/es\/modal/,
    home: 'kernel/web/ant-modal.tsx',
  },
  {
    what: "antd's Drawer; use Drawer of @boyun/kernel/web",
    sign: /import \{[^}]*\bDrawer\b[^}]*\} from 'antd'|from 'antd\/es\/drawer/,
    home: 'kernel/web/drawer.tsx',
  },
  {
    what: 'drawer; use Drawer of @boyun/kernel/web',
    sign: /className="by-drawer"/,
    home: 'kernel/web/drawer.tsx',
  },
  {
    what: 'plate input; use PlateInput of @boyun/kernel/web, or a field of the kind plate',
    sign: /className="by-province"/,
    home: 'kernel/web/form/plate-input.tsx',
  },
  {
    what: 'keyboard of plates; use PlateInput of @boyun/kernel/web',
    sign: /by-plate-keys/,
    home: 'kernel/web/form/plate-keys.tsx',
  },
  {
    what: 'note on a pending request; use PendingBanner, PendingStrip or PendingTag of @boyun/reviews/web',
    sign: /\bcall\(\s*getPending\b/,
    home: 'modules/reviews/src/pending/pending.view.tsx',
  },
  {
    what: 'check of the password; use an OperationDialog, or a call of an operation that needs the password',
    sign: /\/api\/tenantUser\/checkUserPassword/,
    home: 'kernel/web/kept-password.ts',
  },
];

/** Code of pages without its imports and exports, which name things but use none. */
const used = (text: string) => text.replace(/^(?:import|export) (?:type )?\{[^}]*\}[^;]*;$/gm, '');

test.each(ONLY)('there is one $what', ({ sign, home }) => {
  const pages = sources().filter(
    ({ path }) =>
      /^(?:kernel\/web|modules|apps\/web)\//.test(path) &&
      /\.tsx$|\.view\.ts$|^kernel\/web/.test(path) &&
      !/\.test\.tsx?$/.test(path),
  );
  const isHit = ({ text }: { text: string }) =>
    sign.source.includes('import') ? sign.test(text) : sign.test(used(text));
  expect(pages.filter((one) => one.path !== home && isHit(one)).map((one) => one.path)).toEqual([]);
  expect(pages.filter((one) => one.path === home).map(isHit).length, 'the one that is used instead').toBe(1);
});
