declare module 'virtual:page-index' {
  /** The pages of all modules, in menu order. */
  export const pages: readonly import('./page-registry.tsx').ShownPage[];
  /** The module whose contract declares a resource, report or workbook, by its name. */
  export const moduleOf: Readonly<Record<string, string>>;
  /** The modules with events that people or programs can subscribe to. */
  export const eventModules: readonly string[];
}

declare module 'virtual:antd-accent' {
  /** Names of the colours that depend on the theme colour, as used in the component library's style sheets. */
  export const accentNames: readonly string[];
}
