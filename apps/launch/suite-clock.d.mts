export const USUAL_START: string;
export function shiftMs(): number;
export function shiftDate(ms: number): void;
export function clockFrom(start: string): Record<string, string>;
export function clockOfRun(): Record<string, string>;
export function takeMachineClock(): void;
