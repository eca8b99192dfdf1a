declare module 'virtual:page-index' {
  /** The pages of all modules, in the order of the menu. */
  export const pages: readonly import('./page-registry.tsx').ShownPage[];
  /** The module whose contract declares a resource or workbook, by its name. */
  export const moduleOf: Readonly<Record<string, string>>;
}

declare module 'virtual:antd-accent' {
  /** Names of the colours that follow the theme colour, as the component library's style sheets refer to them. */
  export const accentNames: readonly string[];
}
