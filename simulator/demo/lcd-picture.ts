import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { hashText } from '../replay/random.ts';

type Draw = (context: SKRSContext2D, width: number, height: number) => void;

function picture(width: number, height: number, draw: Draw): Buffer {
  const canvas = createCanvas(width, height);
  draw(canvas.getContext('2d'), width, height);
  return canvas.toBuffer('image/jpeg', 82);
}

function sky(context: SKRSContext2D, width: number, height: number, colors: readonly string[]): void {
  const fade = context.createLinearGradient(0, 0, 0, height);
  for (const [index, color] of colors.entries()) fade.addColorStop(index / (colors.length - 1), color);
  context.fillStyle = fade;
  context.fillRect(0, 0, width, height);
}

function disc(context: SKRSContext2D, x: number, y: number, radius: number, color: string): void {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function rounded(context: SKRSContext2D, at: readonly [number, number, number, number], radius: number, color: string) {
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(...at, radius);
  context.fill();
}

/** Houses side by side; the same ones each time, some of their windows lit. */
function houses(
  context: SKRSContext2D,
  { width, ground, size, color, lit }: { width: number; ground: number; size: number; color: string; lit: string },
): void {
  let x = -size / 3;
  for (let index = 0; x < width; index += 1) {
    const wide = size * (0.7 + ((index * 37) % 50) / 100);
    const tall = size * (1.1 + ((index * 61) % 170) / 100);
    context.fillStyle = color;
    context.fillRect(x, ground - tall, wide, tall);
    const step = size / 6;
    for (let row = 0; row * step < tall - step; row += 1)
      for (let column = 0; (column + 1.2) * step < wide; column += 1) {
        if (hashText(`${index}/${row}/${column}`) % 5 > 1) continue;
        rounded(
          context,
          [x + (column + 0.4) * step, ground - tall + (row + 0.5) * step, step * 0.5, step * 0.55],
          step * 0.08,
          lit,
        );
      }
    x += wide + size * 0.12;
  }
}

/** A car from the side, as long as `size`, with its wheels on `ground`. */
function car(context: SKRSContext2D, x: number, ground: number, size: number, color: string): void {
  const unit = size / 10;
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(x, ground - unit);
  context.lineTo(x + unit * 0.3, ground - unit * 2.3);
  context.quadraticCurveTo(x + unit * 1.6, ground - unit * 2.6, x + unit * 2.3, ground - unit * 2.7);
  context.quadraticCurveTo(x + unit * 3.6, ground - unit * 4.1, x + unit * 5.2, ground - unit * 4.1);
  context.quadraticCurveTo(x + unit * 7, ground - unit * 4.1, x + unit * 8, ground - unit * 2.7);
  context.quadraticCurveTo(x + unit * 9.7, ground - unit * 2.5, x + unit * 10, ground - unit);
  context.closePath();
  context.fill();
  context.fillStyle = 'rgba(220, 240, 255, 0.85)';
  context.beginPath();
  context.moveTo(x + unit * 2.9, ground - unit * 2.7);
  context.quadraticCurveTo(x + unit * 3.9, ground - unit * 3.7, x + unit * 5, ground - unit * 3.7);
  context.lineTo(x + unit * 5, ground - unit * 2.7);
  context.closePath();
  context.fill();
  context.beginPath();
  context.moveTo(x + unit * 5.3, ground - unit * 3.7);
  context.quadraticCurveTo(x + unit * 6.5, ground - unit * 3.7, x + unit * 7.3, ground - unit * 2.7);
  context.lineTo(x + unit * 5.3, ground - unit * 2.7);
  context.closePath();
  context.fill();
  for (const wheel of [2.3, 7.7]) {
    disc(context, x + unit * wheel, ground - unit, unit * 1.05, '#14181f');
    disc(context, x + unit * wheel, ground - unit, unit * 0.5, '#c9d3df');
  }
}

/** A mall in the evening, with cars in front of it. */
export const eveningMall = (): Buffer =>
  picture(1920, 1080, (context, width, height) => {
    sky(context, width, height, ['#1b2a5c', '#6a3f86', '#f08a5d', '#ffd49a']);
    disc(context, width * 0.72, height * 0.5, 120, 'rgba(255, 236, 190, 0.9)');
    disc(context, width * 0.72, height * 0.5, 210, 'rgba(255, 226, 170, 0.22)');
    houses(context, { width, ground: height * 0.84, size: 230, color: '#3a2a5e', lit: '#ffca7a' });
    houses(context, { width, ground: height * 0.84, size: 250, color: '#221a45', lit: '#ffe0a0' });
    context.fillStyle = '#15122c';
    context.fillRect(0, height * 0.84, width, height * 0.16);
    car(context, 240, height * 0.94, 520, '#e2574c');
    car(context, 1120, height * 0.94, 480, '#2f7bff');
  });

/** An electric car at a charger. */
export const charger = (): Buffer =>
  picture(1920, 1080, (context, width, height) => {
    sky(context, width, height, ['#063b34', '#0d7a5f', '#bdeccb']);
    for (const [x, radius] of [
      [160, 330],
      [760, 420],
      [1500, 380],
    ] as const)
      disc(context, x, height * 0.94, radius, 'rgba(6, 70, 56, 0.55)');
    context.fillStyle = '#0a4a3d';
    context.fillRect(0, height * 0.82, width, height * 0.18);
    rounded(context, [330, 300, 260, 590], 40, '#f3fbf7');
    rounded(context, [370, 350, 180, 150], 18, '#0d7a5f');
    context.fillStyle = '#ffe66b';
    context.beginPath();
    context.moveTo(470, 540);
    context.lineTo(410, 660);
    context.lineTo(455, 660);
    context.lineTo(435, 760);
    context.lineTo(515, 625);
    context.lineTo(468, 625);
    context.closePath();
    context.fill();
    context.strokeStyle = '#0b2b26';
    context.lineWidth = 20;
    context.beginPath();
    context.moveTo(590, 600);
    context.bezierCurveTo(760, 930, 740, 480, 950, 760);
    context.stroke();
    car(context, 860, height * 0.86, 860, '#ffffff');
  });

/** The way into a car park, upright. */
export const uprightWelcome = (): Buffer =>
  picture(1080, 1920, (context, width, height) => {
    sky(context, width, height, ['#0b2b6b', '#2f7bff', '#a8d4ff']);
    disc(context, 820, 420, 130, 'rgba(255, 255, 255, 0.9)');
    houses(context, { width, ground: height * 0.72, size: 150, color: '#1f56b8', lit: '#d9ecff' });
    context.fillStyle = '#164a8f';
    context.fillRect(0, height * 0.72, width, height * 0.28);
    context.fillStyle = '#33415c';
    context.beginPath();
    context.moveTo(width * 0.4, height * 0.72);
    context.lineTo(width * 0.6, height * 0.72);
    context.lineTo(width * 1.2, height);
    context.lineTo(width * -0.2, height);
    context.closePath();
    context.fill();
    context.fillStyle = '#ffffff';
    for (let index = 0; index < 5; index += 1) {
      const y = height * (0.74 + index * 0.05);
      const wide = 10 + index * 9;
      context.fillRect(width / 2 - wide / 2, y, wide, 40 + index * 8);
    }
    rounded(context, [width / 2 - 190, 640, 380, 380], 60, '#ffffff');
    rounded(context, [width / 2 - 165, 665, 330, 330], 46, '#2f7bff');
    context.strokeStyle = '#ffffff';
    context.lineWidth = 46;
    context.lineJoin = 'round';
    context.beginPath();
    context.moveTo(width / 2 - 60, 940);
    context.lineTo(width / 2 - 60, 730);
    context.lineTo(width / 2 + 10, 730);
    context.arc(width / 2 + 10, 795, 65, -Math.PI / 2, Math.PI / 2);
    context.lineTo(width / 2 - 60, 860);
    context.stroke();
  });
