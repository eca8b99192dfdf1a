import { describe, expect, it } from 'vitest';
import { type Entry, entryOf, goalOf, jumpTokenOf, redirectOf } from './guard.ts';

describe('§2 without login, only /, /ShareRegister, /poster_share and screens shared by a link are reachable', () => {
  it.each<[string, Entry, Entry]>([
    ['/', 'login', 'shell'],
    ['/404', 'login', 'login'],
    ['/ShareRegister', 'open', 'open'],
    ['/poster_share', 'open', 'open'],
    ['/shared_screen', 'open', 'open'],
    ['/401', 'sign-in-first', 'shell'],
    ['/authredirect', 'sign-in-first', 'shell'],
    ['/index', 'sign-in-first', 'shell'],
    ['/_cloud_operation/order', 'sign-in-first', 'shell'],
    ['/sharereGister', 'sign-in-first', 'shell'],
  ])('%s shows %s signed out and %s signed in', (path, signedOut, signedIn) => {
    expect([entryOf(path, false), entryOf(path, true)]).toEqual([signedOut, signedIn]);
  });

  it.each([
    ['/_cloud_operation/order', '?plate=A', '/_cloud_operation/order?plate=A'],
    ['/', '', null],
    ['/401', '', null],
    ['/404', '', null],
    ['/authredirect', '', null],
    ['/authredirect', '?token=t&redirect=%2F_cloud_operation%2Forder%3Fplate%3DA', '/_cloud_operation/order?plate=A'],
  ])('after signing in %s%s leads to %s', (pathname, search, goal) => expect(goalOf({ pathname, search })).toBe(goal));
});

describe('§2 a token found in the query string is saved as a jump token', () => {
  it.each([
    ['?token=abc', 'abc'],
    ['?a=1&token=a%2Fb', 'a/b'],
    ['?token=', null],
    ['', null],
  ])('of %s: %s', (search, token) => expect(jumpTokenOf(search)).toBe(token));
});

describe('§2 access guard', () => {
  const home = '/dashboardCd/index';
  const open = { isThere: true, isAllowed: true };
  const closed = { isThere: true, isAllowed: false };
  const none = { isThere: false, isAllowed: false };
  it.each<[string, typeof open, boolean, string | null]>([
    ['/', none, true, home],
    ['/authredirect', none, true, home],
    ['/_cloud_operation/order', open, true, null],
    ['/_cloud_operation/order', closed, true, '/401'],
    ['/_cloud_operation/order', closed, false, '/401?noGoBack=1'],
    ['/nowhere', none, true, '/404'],
    ['/401', none, true, null],
    ['/_cloud_map/map', none, true, '/dashboardCd'],
    ['/Device_Notice', none, true, '/_cloud_device/Device_Notice'],
    [home, closed, true, null],
  ])('%s (%o, way back %s) leads to %s', (path, page, hasWayBack, to) => {
    expect(redirectOf({ pathname: path, search: '' }, home, page, hasWayBack)).toBe(to);
  });

  it.each([
    ['', home],
    ['?redirect=/_cloud_basic/parkLot', '/_cloud_basic/parkLot'],
    ['?redirect=%2F_cloud_operation%2Forder%3Fplate%3DA', '/_cloud_operation/order?plate=A'],
    ['?redirect=//elsewhere.example/x', home],
    ['?redirect=/\\\\elsewhere.example/x', home],
    ['?redirect=https://elsewhere.example/x', home],
    ['?redirect=javascript:alert(1)', home],
    ['?redirect=/authredirect', home],
    ['?redirect=/401', home],
  ])('/authredirect%s goes on to %s', (search, to) => {
    expect(redirectOf({ pathname: '/authredirect', search }, home, none, true)).toBe(to);
  });
});
