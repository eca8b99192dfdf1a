import { box, drawCar, ellipse, line, numberOf, type SceneCar, shape } from './scene-car.view.ts';
import { barrierOf, type MovingCar, placeOf, shownCar } from './scene-motion.view.ts';

/** Size of the drawing; a canvas of any size shows it in whole. */
export const SCENE = { width: 640, height: 360 } as const;

/** What the picture of a simulated camera depends on. */
export interface Scene {
  readonly cameraId: string;
  readonly isExit: boolean;
  /** Hour of the day at the lane, with fractions. */
  readonly hour: number;
  readonly cars: readonly (SceneCar & MovingCar)[];
  /** The words of the display without a car. */
  readonly idleWords: string;
}

const HORIZON = 132;

type Light = 'day' | 'dusk' | 'night' | 'garage';

function lightOf({ cameraId, hour }: Scene): Light {
  // Every third lane is under the ground.
  if (numberOf(cameraId) % 3 === 0) return 'garage';
  if (hour >= 7.2 && hour < 17.4) return 'day';
  return (hour >= 6 && hour < 7.2) || (hour >= 17.4 && hour < 19) ? 'dusk' : 'night';
}

const SKY: Readonly<Record<Light, readonly [string, string]>> = {
  day: ['#8fb7d9', '#dfeaf2'],
  dusk: ['#3f4f78', '#e0a27c'],
  night: ['#0b1220', '#1d2a40'],
  garage: ['#2a2e33', '#4a5057'],
};
const ROAD: Readonly<Record<Light, readonly [string, string]>> = {
  day: ['#8b9096', '#5d6369'],
  dusk: ['#5b5a62', '#3c3d45'],
  night: ['#252b34', '#171b21'],
  garage: ['#6b7278', '#454b51'],
};

/** Draws the picture of a simulated camera at a moment. The same moment always gives the same picture. */
export function drawScene(pen: CanvasRenderingContext2D, scene: Scene, atMs: number): void {
  const light = lightOf(scene);
  const isDark = light === 'night' || light === 'garage';
  pen.textAlign = 'left';
  backdrop(pen, scene, light, atMs);
  road(pen, light);
  const placed = scene.cars
    .flatMap((car) => {
      const place = placeOf(car, atMs);
      return place === null ? [] : [{ car, place }];
    })
    .toSorted((one, other) => one.place - other.place);
  for (const { car, place } of placed) {
    const depth = place ** 1.5;
    drawCar(pen, car, {
      x: 318,
      y: HORIZON + 12 + depth * 176,
      scale: 0.16 + depth * 0.74,
      hasLights: isDark || light === 'dusk',
    });
  }
  island(pen, scene, light, atMs);
  if (light === 'night') lampCone(pen);
  grain(pen, atMs, isDark);
}

function gradient(pen: CanvasRenderingContext2D, from: number, to: number, [top, bottom]: readonly [string, string]) {
  const made = pen.createLinearGradient(0, from, 0, to);
  made.addColorStop(0, top);
  made.addColorStop(1, bottom);
  return made;
}

function backdrop(pen: CanvasRenderingContext2D, scene: Scene, light: Light, atMs: number): void {
  pen.fillStyle = gradient(pen, 0, HORIZON, SKY[light]);
  pen.fillRect(0, 0, SCENE.width, HORIZON + 2);
  if (light === 'garage') {
    ceiling(pen);
    return;
  }
  const seed = numberOf(scene.cameraId);
  for (let at = 0; at < 9; at += 1) {
    const tall = 30 + ((seed >>> at) % 7) * 11;
    const left = at * 76 - 18;
    pen.fillStyle =
      light === 'day'
        ? `rgb(${122 + at * 5} ${134 + at * 4} ${148 + at * 3})`
        : light === 'dusk'
          ? '#474b63'
          : '#131b2b';
    pen.fillRect(left, HORIZON - tall, 66, tall);
    pen.fillStyle = light === 'day' ? 'rgb(255 255 255 / 22%)' : 'rgb(255 214 140 / 70%)';
    for (let window = 0; window < 12; window += 1)
      if (((seed >>> (at + window)) + window * at) % 3 === 0)
        pen.fillRect(left + 8 + (window % 4) * 14, HORIZON - tall + 8 + Math.floor(window / 4) * 14, 7, 6);
  }
  pen.fillStyle = light === 'day' ? '#5f8a56' : light === 'dusk' ? '#33473c' : '#16231f';
  const sway = Math.sin(atMs / 1400) * 1.6;
  for (const tree of [26, 96, 534, 606]) ellipse(pen, tree + sway * (tree % 3), HORIZON - 14, 30, 24);
}

function ceiling(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = '#3a3f45';
  shape(pen, [
    [0, 0],
    [640, 0],
    [380, 104],
    [260, 104],
  ]);
  pen.fillStyle = '#f4f8ff';
  for (const [y, half, tall] of [
    [20, 90, 7],
    [58, 48, 4],
    [84, 26, 3],
  ] as const)
    box(pen, 320 - half, y, half * 2, tall, 2);
  pen.fillStyle = '#596067';
  for (const x of [70, 150, 476, 556]) pen.fillRect(x, 26, 20, HORIZON);
  pen.fillStyle = '#e0b53a';
  for (const x of [70, 150, 476, 556]) pen.fillRect(x, HORIZON - 10, 20, 14);
}

function road(pen: CanvasRenderingContext2D, light: Light): void {
  pen.fillStyle =
    light === 'garage' ? '#53595f' : light === 'day' ? '#a9aea4' : light === 'dusk' ? '#4d4c50' : '#1b2026';
  pen.fillRect(0, HORIZON, SCENE.width, SCENE.height - HORIZON);
  pen.fillStyle = gradient(pen, HORIZON, SCENE.height, ROAD[light]);
  shape(pen, [
    [284, HORIZON],
    [356, HORIZON],
    [560, 360],
    [60, 360],
  ]);
  pen.strokeStyle = 'rgb(255 255 255 / 62%)';
  pen.lineWidth = 3;
  line(pen, 286, HORIZON, 78, 360);
  line(pen, 354, HORIZON, 542, 360);
  // The line where cars stop.
  pen.lineWidth = 5;
  line(pen, 134, 292, 486, 292);
}

function island(pen: CanvasRenderingContext2D, scene: Scene, light: Light, atMs: number): void {
  const open = Math.max(0, ...scene.cars.map((one) => barrierOf(one, atMs)));
  pen.fillStyle = light === 'day' ? '#cfd3d6' : '#6d737a';
  shape(
    pen,
    [
      [512, 240],
      [600, 240],
      [640, 330],
      [548, 330],
    ],
    6,
  );
  pen.fillStyle = '#d9a514';
  shape(pen, [
    [512, 240],
    [520, 240],
    [558, 330],
    [548, 330],
  ]);
  booth(pen, light);
  arm(pen, open);
  display(pen, scene, atMs);
  pen.fillStyle = scene.isExit ? '#1f7a4d' : '#1b5fb4';
  box(pen, 14, 92, 62, 30, 4);
  pen.fillStyle = '#fff';
  pen.font = '600 17px sans-serif';
  pen.textAlign = 'center';
  pen.fillText(scene.isExit ? 'EXIT' : 'IN', 45, 113);
  pen.fillStyle = '#8a9097';
  pen.fillRect(42, 122, 6, 130);
}

function booth(pen: CanvasRenderingContext2D, light: Light): void {
  pen.fillStyle = '#e8ecef';
  box(pen, 572, 130, 74, 132, 4);
  pen.fillStyle = light === 'day' ? '#7fa0b8' : '#ffe2a4';
  box(pen, 580, 146, 60, 50, 2);
  pen.fillStyle = '#1b5fb4';
  pen.fillRect(568, 124, 80, 10);
}

function arm(pen: CanvasRenderingContext2D, open: number): void {
  pen.fillStyle = '#d8dbde';
  box(pen, 528, 228, 34, 74, 5);
  pen.fillStyle = open > 0.9 ? '#2bb673' : '#ee5350';
  ellipse(pen, 545, 240, 5, 5);
  pen.save();
  pen.translate(536, 252);
  pen.rotate(open * 1.35);
  for (let at = 0; at < 11; at += 1) {
    pen.fillStyle = at % 2 ? '#f7f7f5' : '#d6362f';
    pen.fillRect(-38 * (at + 1), -5, 38, 10);
  }
  pen.restore();
}

function display(pen: CanvasRenderingContext2D, scene: Scene, atMs: number): void {
  const car = shownCar(scene.cars, atMs);
  pen.fillStyle = '#0d0f12';
  box(pen, 500, 172, 66, 50, 4);
  pen.textAlign = 'center';
  pen.font = '600 12px "Noto Sans SC", sans-serif';
  pen.fillStyle = car?.decision === 'refuse' ? '#ff5a52' : car?.decision === 'hold' ? '#ffc24a' : '#4ff08a';
  pen.fillText(car ? car.plate || '—' : scene.idleWords, 533, 193, 60);
  const { hour } = scene;
  const minute = Math.floor((hour % 1) * 60);
  pen.fillStyle = '#ff8c3a';
  pen.fillText(`${String(Math.floor(hour)).padStart(2, '0')}:${String(minute).padStart(2, '0')}`, 533, 212, 60);
}

function lampCone(pen: CanvasRenderingContext2D): void {
  const cone = pen.createRadialGradient(320, 210, 20, 320, 230, 260);
  cone.addColorStop(0, 'rgb(255 226 170 / 20%)');
  cone.addColorStop(1, 'rgb(255 226 170 / 0%)');
  pen.fillStyle = cone;
  pen.fillRect(0, 0, SCENE.width, SCENE.height);
}

/** The noise of a sensor, which a still picture does not have. */
function grain(pen: CanvasRenderingContext2D, atMs: number, isDark: boolean): void {
  let seed = Math.floor(atMs / 80) | 1;
  pen.fillStyle = isDark ? 'rgb(255 255 255 / 7%)' : 'rgb(0 0 0 / 4%)';
  for (let at = 0; at < 160; at += 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    pen.fillRect(seed % SCENE.width, (seed >>> 10) % SCENE.height, 2, 1);
  }
}
