/** Splits a line of comma-separated values; a value in quotes may contain commas, and quotes written twice. */
export function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at]!;
    if (letter === '"') {
      if (isQuoted && line[at + 1] === '"') {
        cell += letter;
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (letter === ',' && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  cells.push(cell);
  return cells;
}
