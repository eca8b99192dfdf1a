// Imported first into every process of the suite, and only so: imported again, it would shift the clock once more.
import { shiftDate, shiftMs } from './suite-clock.mjs';

if (shiftMs() !== 0) shiftDate(shiftMs());
