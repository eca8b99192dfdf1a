declare module 'virtual:page-index' {
  /** The pages of all modules, in the order of the menu. */
  export const pages: readonly import('./page-registry.tsx').ShownPage[];
  /** The module whose contract declares a resource or workbook, by its name. */
  export const moduleOf: Readonly<Record<string, string>>;
}
