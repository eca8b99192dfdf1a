import { describe, expect, it } from 'vitest';
import { type MenuEntry, type MenuNode, menuRoutes, menuTree, readMenu, trailTo } from './menu-tree.ts';

const leaf = (name: string, component = name): MenuEntry => ({ url: `/${name}`, name, component, level: '3' });
const list: readonly MenuEntry[] = [
  {
    name: '基础',
    nameEn: 'Basic',
    icon: 'database',
    node: [leaf('lot'), { name: '门', node: [leaf('gate'), leaf('spaceship')] }],
  },
  { name: '空', node: [leaf('rocket')] },
  leaf('console'),
];
const known = new Set(['lot', 'gate', 'console']);
const tree = (isAdmin: boolean) => menuTree(list, (key) => known.has(key), isAdmin);

/** A menu as text: containers with their children in brackets. */
const words = (nodes: readonly MenuNode[]): string =>
  nodes.map((node) => node.path ?? `${node.title.zh}[${words(node.children)}]`).join(' ');

describe('§2 dynamic routes: built at run time from a menu list returned by the server', () => {
  it('shows three levels, and what has a component', () =>
    expect(words(tree(false))).toBe('基础[/lot 门[/gate]] /console'));

  it('shows administrators also what has none yet', () =>
    expect(words(tree(true))).toBe('基础[/lot 门[/gate /spaceship]] 空[/rocket] /console'));

  it('titles are English where there is one', () => {
    expect(tree(false)[0]!.title).toEqual({ zh: '基础', en: 'Basic' });
    expect(tree(false)[1]!.title).toEqual({ zh: 'console', en: 'console' });
  });

  it('makes a route of every entry, through all containers', () =>
    expect(menuRoutes(list).map(({ path, component }) => `${path} ${component}`)).toEqual([
      '/lot lot',
      '/gate gate',
      '/spaceship spaceship',
      '/rocket rocket',
      '/console console',
    ]));

  it('finds the way to an address', () => {
    expect(trailTo(tree(false), '/gate').map((node) => node.title.zh)).toEqual(['基础', '门', 'gate']);
    expect(trailTo(tree(false), '/nowhere')).toEqual([]);
  });
});

describe('entries that lead to an address', () => {
  const links: readonly MenuEntry[] = [
    { url: '/gate?state=open', name: '开着的门', component: 'gate', opening: 'tab' },
    { url: 'https://bi.example.com/', name: '报表', opening: 'window', target: 'https://bi.example.com/' },
    { url: '/own/1', name: '看板', opening: 'tab', target: 'https://b.example.com/', frameUrl: '/api/menuFrame?s=1' },
  ];
  const nodes = menuTree(links, (key) => known.has(key), false);

  it('are in the menu of everyone', () =>
    expect(nodes.map(({ path, opensWindow }) => [path, opensWindow === true])).toEqual([
      ['/gate?state=open', false],
      ['https://bi.example.com/', true],
      ['/own/1', false],
    ]));

  it('have a route within the product', () =>
    expect(menuRoutes(links).map(({ path, frame }) => [path, frame])).toEqual([
      ['/gate', undefined],
      ['/own/1', { target: 'https://b.example.com/', address: '/api/menuFrame?s=1' }],
    ]));

  it('are marked as the current one without their filters', () =>
    expect(trailTo(nodes, '/gate').map((node) => node.title.zh)).toEqual(['开着的门']));
});

describe('§4 routes are restored from session storage', () => {
  it('as they were kept', () => expect(readMenu(JSON.stringify(list))).toEqual(list));
  it('or not at all, in a new session', () => expect(readMenu(null)).toBeNull());
  it.each(['', '{', '{}', '3', 'null'])('a failed route restore: %s', (text) => expect(() => readMenu(text)).toThrow());
});
