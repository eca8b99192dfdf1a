// Each character as strokes on a grid of 4 by 6, a point being two digits (column, row).
const STROKES: Readonly<Record<string, string>> = {
  2: '01103041420646',
  3: '004022324345361605',
  4: '36300444',
  5: '4000023243453606',
  7: '004016',
  9: '431302011030414426',
  A: '062046 1434',
  C: '4130100105163645',
  E: '40000646 0333',
  F: '400006 0333',
  H: '0006 4046 0343',
  J: '1040 3035261605',
  K: '0006 400346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  P: '06003041423303',
  R: '06003041423303 2346',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016233640',
  X: '0046 4006',
  Y: '002340 2326',
};

/** Characters a captcha is made of; none of them is easily taken for another. */
export const CAPTCHA_CHARACTERS = Object.keys(STROKES);

const WIDTH = 170;
const HEIGHT = 50;

/**
 * Draws the characters as bent, tilted strokes among others that mean nothing, all in one shuffled row, as an SVG text.
 * `random(n)` gives a whole number from 0 below n.
 */
export function drawCaptcha(text: string, random: (below: number) => number): string {
  const shake = (by: number) => (random(2001) / 1000 - 1) * by;
  const lines: string[] = [];
  const cell = (WIDTH - 20) / text.length;
  [...text].forEach((character, index) => {
    const tilt = shake(0.28);
    const scale = 4.5 + shake(0.5);
    const left = 10 + cell * (index + 0.5) + shake(1.5);
    const middle = HEIGHT / 2 + shake(4);
    for (const stroke of STROKES[character]!.split(' ')) {
      const points = (stroke.match(/../g) ?? []).map((point): [number, number] => {
        const x = (Number(point[0]) - 2) * scale;
        const y = (Number(point[1]) - 3) * scale;
        return [
          left + x * Math.cos(tilt) - y * Math.sin(tilt) + shake(1),
          middle + x * Math.sin(tilt) + y * Math.cos(tilt) + shake(1),
        ];
      });
      // Every piece becomes a line of its own, so that the order of the text does not show in the file.
      for (let i = 1; i < points.length; i += 1) lines.push(bend(points[i - 1]!, points[i]!, () => shake(2)));
    }
  });
  for (let i = 0; i < 5; i += 1) {
    const from: [number, number] = [random(WIDTH), random(HEIGHT)];
    lines.push(bend(from, [from[0] + shake(24), from[1] + shake(10)], () => shake(8)));
  }
  for (let i = lines.length - 1; i > 0; i -= 1) {
    const other = random(i + 1);
    [lines[i], lines[other]] = [lines[other]!, lines[i]!];
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<path d="${lines.join('')}" fill="none" stroke="#2f4b7c" stroke-width="2.2" stroke-linecap="round"/></svg>`
  );
}

function bend([x1, y1]: [number, number], [x2, y2]: [number, number], off: () => number): string {
  const n = (value: number) => value.toFixed(1);
  return `M${n(x1)} ${n(y1)}Q${n((x1 + x2) / 2 + off())} ${n((y1 + y2) / 2 + off())} ${n(x2)} ${n(y2)}`;
}
