let hasWebGl: boolean | null = null;

/** Whether this browser can draw maps; asked once, because every answer costs a context. */
export function canDraw(): boolean {
  hasWebGl ??= document.createElement('canvas').getContext('webgl2') !== null;
  return hasWebGl;
}
