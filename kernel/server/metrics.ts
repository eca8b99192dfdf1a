import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Makes the Prometheus metrics. */
export function makeMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    calls: new Histogram({
      name: 'boyun_http_seconds',
      help: 'Time to answer a call',
      labelNames: ['path', 'state'] as const,
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: [registry],
    }),
    decisions: new Histogram({
      name: 'boyun_gate_decision_seconds',
      help: 'Time from a camera message to the answer',
      labelNames: ['direction', 'decision'] as const,
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5],
      registers: [registry],
    }),
    refused: new Counter({
      name: 'boyun_device_refused_total',
      help: 'Device messages that were refused',
      labelNames: ['reason'] as const,
      registers: [registry],
    }),
    picturesLost: new Counter({
      name: 'boyun_pictures_lost_total',
      help: 'Passings decided without their picture, which could not be stored',
      labelNames: ['reason'] as const,
      registers: [registry],
    }),
    listeners: new Gauge({ name: 'boyun_live_listeners', help: 'Open live sockets', registers: [registry] }),
  };
}

export type Metrics = ReturnType<typeof makeMetrics>;
