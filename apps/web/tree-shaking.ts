/** Our sources have no side effects on import, so a page's bundle contains only the exports it uses from a module's door. */
export const TREE_SHAKING = {
  // The component library's modules do not declare it, but have no side effects either.
  moduleSideEffects: [
    { test: /[\\/](kernel|modules|domain)[\\/].*(?<!\.css)$/, sideEffects: false },
    { test: /[\\/]node_modules[\\/]@rc-component[\\/]/, sideEffects: false },
  ],
};
