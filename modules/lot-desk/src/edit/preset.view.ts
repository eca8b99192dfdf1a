interface Gate {
  readonly id: string;
  readonly name: string;
  readonly direction: string;
}
interface Lane {
  readonly id: string;
  readonly name: string;
  readonly direction: string;
}
type Preset = Readonly<Record<string, unknown>>;

/** Returns what a new gate starts with: the direction that is still missing, or both. */
export function gatePreset(gates: readonly Gate[]): Preset {
  const has = (direction: string) => gates.some((one) => one.direction === direction || one.direction === 'both');
  if (has('entry') && !has('exit')) return { direction: 'exit' };
  if (has('exit') && !has('entry')) return { direction: 'entry' };
  return { direction: 'both' };
}

/** Returns what a new lane starts with: the only gate, and its direction or the one that no lane has yet. */
export function lanePreset(gates: readonly Gate[], lanes: readonly Lane[]): Preset {
  const [gate] = gates;
  const place = gate && gates.length === 1 ? { gateId: gate.id, gateName: gate.name } : {};
  const way = gates.length === 1 ? gate!.direction : 'both';
  if (way !== 'both') return { ...place, direction: way };
  const has = (direction: string) => lanes.some((one) => one.direction === direction);
  return { ...place, direction: has('entry') && !has('exit') ? 'exit' : 'entry' };
}

/** Returns what a new camera starts with: the only lane without a camera. */
export function cameraPreset(lanes: readonly Lane[], cameras: readonly { readonly laneId: string }[]): Preset {
  const bare = lanes.filter((one) => !cameras.some(({ laneId }) => laneId === one.id));
  const [lane] = bare;
  return lane && bare.length === 1 ? { laneId: lane.id, laneName: lane.name } : {};
}
