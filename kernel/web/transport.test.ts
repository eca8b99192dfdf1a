import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const ELSEWHERE = '账号在其他地方登陆，5秒后将跳转到登陆页';
const kept = new Map<string, string>();
let gone: string[] = [];
let asked: { path: string; init: RequestInit }[] = [];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  kept.clear();
  kept.set('ACCESS-Token', 'the token').set('tokenType', 'Bearer').set('visitedViews', '[]');
  gone = [];
  asked = [];
  vi.stubGlobal('navigator', { language: 'zh-CN' });
  vi.stubGlobal('location', { assign: (to: string) => gone.push(to) });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Makes one call with this response; returns what the page shows after it. */
async function called(
  answer: { status?: number; body?: object | string } | 'nobody answers',
  body = {},
  ask?: () => Promise<unknown>,
) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, init });
    if (answer === 'nobody answers') throw new TypeError('Failed to fetch');
    const { status = 200, body: text = {} } = answer;
    return { status, text: async () => (typeof text === 'string' ? text : JSON.stringify(text)) };
  });
  const { post } = await import('./transport.ts');
  const { Notices } = await import('./notice.tsx');
  const outcome = await (ask?.() ?? post('/api/some/call', body)).then(
    () => 'taken',
    (error: Error) => `rejected: ${error.message}`,
  );
  const [top = '', side = ''] = [...shown()];
  function shown() {
    return renderToStaticMarkup(createElement(Notices)).split('by-notices-side');
  }
  /** How long a notice with this text is shown. */
  const staysFor = (words: string) => {
    let ms = 0;
    while (shown().join('').includes(words) && ms < 60_000) {
      vi.advanceTimersByTime(500);
      ms += 500;
    }
    return ms;
  };
  return { outcome, top, side, staysFor };
}

describe('§8 error catalogue', () => {
  test('any state other than success: a notification titled 失败 with the server message, type error, 3 s, offset 100', async () => {
    const { outcome, top, side, staysFor } = await called({ body: { state: 'fail', message: '车牌已在黑名单中' } });
    expect(outcome).toBe('rejected: 车牌已在黑名单中');
    expect(top).not.toContain('车牌');
    expect(side).toContain('<strong>失败</strong><span>车牌已在黑名单中</span>');
    expect(side).toContain('by-tone-bad');
    expect(staysFor('车牌已在黑名单中')).toBe(3000);
    expect(kept.size).toBeGreaterThan(0);
  });

  test.each([
    ['403 in the state of the body', { body: { state: '403', message: ELSEWHERE } }],
    ['403 as a number in the body', { body: { state: 403 } }],
    ['HTTP 403', { status: 403, body: { state: 'fail', message: ELSEWHERE } }],
    ['HTTP 404: same as 403', { status: 404, body: { state: 'fail', message: '不存在' } }],
    ['HTTP 404 of a proxy', { status: 404, body: '<html>' }],
  ])('%s: told for 5 s, session storage cleared, then to /', async (_, answer) => {
    const { outcome, top, staysFor } = await called(answer);
    expect(outcome).toMatch(/^rejected/);
    expect(top).toContain(ELSEWHERE);
    expect(kept.size).toBe(0);
    expect(gone).toEqual([]);
    expect(staysFor(ELSEWHERE)).toBe(5000);
    expect(gone).toEqual(['/']);
  });

  test.each([
    ['HTTP 401', { status: 401, body: { state: 'fail', message: '您已被管理员强制下线，请重新登录' } }],
    ['401 in the state of the body', { body: { state: '401', message: '您已被管理员强制下线，请重新登录' } }],
  ])('%s: the server message for 3 s', async (_, answer) => {
    const { outcome, top, staysFor } = await called(answer);
    expect(outcome).toMatch(/^rejected/);
    expect(top).toContain('您已被管理员强制下线，请重新登录');
    expect(staysFor('您已被管理员强制下线，请重新登录')).toBe(3000);
  });

  test('while the page navigates away for one reason, no other error is shown', async () => {
    await called({ status: 403, body: { state: '403', message: ELSEWHERE } });
    const { top } = await called({ status: 401, body: { state: '401', message: '登录已失效，请重新登录' } });
    expect(top).toContain(ELSEWHERE);
    expect(top).not.toContain('登录已失效');
  });

  test.each([
    ['nobody answers', 'nobody answers' as const, '无法连接服务器，请检查网络'],
    ['a proxy answers', { status: 502, body: '<html>' }, '服务器异常（502）'],
    ['the answer has no state', { body: { data: 1 } }, '服务器异常（200）'],
    [
      'the server broke',
      { status: 500, body: { state: 'error', message: '系统错误，请求编号7' } },
      '系统错误，请求编号7',
    ],
    ['the server is busy', { status: 503, body: { state: 'fail', message: '服务暂不可用' } }, '服务暂不可用'],
  ])('any other transport error (%s): its message for 5 s, and the call is rejected', async (_, answer, words) => {
    const { outcome, top, staysFor } = await called(answer);
    expect(outcome).toBe(`rejected: ${words}`);
    expect(top).toContain(words);
    expect(staysFor(words)).toBe(5000);
    expect(kept.size).toBeGreaterThan(0);
  });

  test.each([
    ['失败', { body: { state: 'fail', message: '车场不存在' } }, '车场不存在', 3000],
    ['transport', 'nobody answers' as const, '无法连接服务器，请检查网络', 5000],
    ['success', { body: { state: 'success', data: { Rows: [] } } }, '', 0],
  ])(
    'what a page asks for and does not get is told too, beside what is still shown (%s)',
    async (_, answer, words, ms) => {
      const { queryClient } = await import('./query.ts');
      const { staysFor } = await called(answer, {}, async () => {
        const { post } = await import('./transport.ts');
        await queryClient.fetchQuery({
          queryKey: ['a page'],
          queryFn: () => post('/api/some/list', {}, { isQuiet: true }),
        });
      });
      expect(words ? staysFor(words) : 0).toBe(ms);
    },
  );

  test('a successful call shows nothing', async () => {
    const { outcome, top, side } = await called({ body: { state: 'success', data: 1 } });
    expect([outcome, top.includes('by-notice '), side.includes('by-notice ')]).toEqual(['taken', false, false]);
  });
});

describe('§7 shared HTTP helper', () => {
  test('form-encoded body, credentials, no-cache headers, XMLHttpRequest marker, Authorization from the stored token', async () => {
    await called({ body: { state: 'success' } }, { Param: { Page: 1 }, Ids: ['a'], None: null });
    const { path, init } = asked[0]!;
    expect(path).toBe('/api/some/call');
    expect(decodeURIComponent(String(init.body))).toBe('Param[Page]=1&Ids[]=a');
    expect(init).toMatchObject({ method: 'POST', credentials: 'include', cache: 'no-store' });
    expect(init.headers).toMatchObject({
      'Content-Type': expect.stringMatching(/^application\/x-www-form-urlencoded; ?charset=utf-8$/i),
      'X-Requested-With': 'XMLHttpRequest',
      'Cache-Control': 'no-cache',
      Authorization: 'Bearer the token',
    });
  });
});

describe('§9 limits', () => {
  test('HTTP timeouts: 600000 ms in the main helper, 200000 ms in the alarm area', async () => {
    const { ALARM_TIMEOUT_MS, CALL_TIMEOUT_MS } = await import('./transport.ts');
    expect([CALL_TIMEOUT_MS, ALARM_TIMEOUT_MS]).toEqual([600_000, 200_000]);
  });

  test.each([
    ['warnings', 'warn', 2000],
    ['others', 'good', 3000],
    ['others', 'info', 3000],
    ['others', 'bad', 3000],
  ] as const)('notifications: %s (%s) are shown for %d ms', async (_, tone, ms) => {
    const { Notices, notify } = await import('./notice.tsx');
    const isShown = () => renderToStaticMarkup(createElement(Notices)).includes('a word');
    notify(tone, 'a word');
    vi.advanceTimersByTime(ms - 1);
    expect(isShown()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isShown()).toBe(false);
  });

  test('page-size options 20, 50, 100, 150, 200; export page-size cap 1000', async () => {
    const { EXPORT_PER_PAGE, PAGE_SIZES } = await import('@boyun/kernel/contract');
    expect([...PAGE_SIZES]).toEqual([20, 50, 100, 150, 200]);
    expect(EXPORT_PER_PAGE).toBe(1000);
  });
});
