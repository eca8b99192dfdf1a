import { FastColor } from '@ant-design/fast-color';
import { theme as antd, type ThemeConfig } from 'antd';
import { mixed, type Shades } from './accent-shade.ts';

/** Light or dark. */
export type Look = 'light' | 'dark';

/**
 * Returns the component library's theme; the theme colour is used for fills, a darker shade of it for text (contrast). Its styles are
 * generated from this when the pages are built (`antd-css.ts`).
 */
export function antTheme(look: Look, shades: Shades, isStill = false): ThemeConfig {
  const isDark = look === 'dark';
  // The dark algorithm dims its seed colours: a brighter seed results in readable text.
  const link = isDark ? mixed(shades.link, '#ffffff', 0.25) : shades.link;
  const deep = shades['accent-deep'];
  return {
    algorithm: isDark ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      colorPrimary: shades.accent,
      colorLink: link,
      colorLinkHover: isDark ? mixed(link, '#ffffff', 0.1) : mixed(link, '#000000', 0.15),
      colorError: isDark ? '#ffa29d' : '#c8322b',
      colorText: isDark ? '#e4eaf4' : '#1d2939',
      colorTextSecondary: isDark ? '#b3bfd2' : '#475467',
      colorTextDescription: isDark ? '#8b99b1' : '#5f697b',
      colorTextPlaceholder: isDark ? '#8b99b1' : '#6b7688',
      colorBorder: isDark ? '#2e4063' : '#d3d9e2',
      colorBorderSecondary: isDark ? '#1f2d47' : '#e7eaf0',
      colorBgContainer: isDark ? '#101b30' : '#ffffff',
      colorBgElevated: isDark ? '#14213a' : '#ffffff',
      colorBgLayout: isDark ? '#0a1222' : '#f3f5f9',
      borderRadius: 6,
      fontFamily: 'var(--by-font)',
      fontSize: 14,
      controlHeight: 32,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
      motion: !isStill,
      wireframe: false,
    },
    components: {
      Button: {
        algorithm: true,
        colorPrimary: deep,
        colorPrimaryHover: mixed(deep, '#000000', 0.2),
        defaultBg: isDark ? '#16243e' : '#ffffff',
        // The shades of the fills are too dark for text on a dark ground.
        ...(isDark
          ? {
              defaultHoverBg: '#1b2b49',
              defaultHoverColor: '#e4eaf4',
              defaultActiveBg: '#16243e',
              defaultActiveColor: '#e4eaf4',
            }
          : {}),
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      Select: { optionSelectedColor: link },
      Radio: { algorithm: true, colorPrimary: deep },
      Checkbox: { algorithm: true, colorPrimary: deep },
    },
  };
}

/**
 * Returns the values that depend on the theme colour: the library's derived colours, and those its buttons derive from the deep shade. The
 * library's other variables refer to these.
 */
export function accentTokens(look: Look, shades: Shades): Record<string, string> {
  const { components, algorithm, token } = antTheme(look, shades);
  const main = antd.getDesignToken({ algorithm, token });
  // Derives the colours of a component with its own algorithm in the same steps as the library.
  const { algorithm: _, ...colors } = components!.Button!;
  const steps = algorithm as typeof antd.defaultAlgorithm;
  const button = antd.getDesignToken({ algorithm: () => steps({ ...main, ...colors }), token: colors });
  const primary = new FastColor(main.colorPrimary);
  const named = (prefix: string, tokens: object) =>
    Object.entries(tokens).map(([name, value]) => [`${prefix}-${name}`, String(value)]);
  return Object.fromEntries([
    ...named('main', main),
    ...named('button', button),
    ...named('link', components!.Select!),
    ...named('range', { bg: primary.lighten(35).toHexString(), line: primary.lighten(20).toHexString() }),
    ...named('slider', { outline: primary.setA(0.2).toRgbString() }),
  ]);
}
