/** Whether a step stands somewhere inside another one: `2.0/1.3` is under `2.0/1` and `2`. */
export function isUnder(path: string, above: string): boolean {
  const next = path[above.length]
  return path.startsWith(above) && (next === '.' || next === '/')
}
