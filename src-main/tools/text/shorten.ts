/** Characters of a result that the model gets; the rest is kept in the body for display. */
export const modelLimit = 30_000

/** The first characters, never half of a surrogate pair. */
export function startOf(text: string, most: number): string {
  const cut = text.slice(0, most)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** The last characters, never half of a surrogate pair. */
export function endOf(text: string, most: number): string {
  const cut = most <= 0 ? '' : text.slice(-most)
  return /^[\uDC00-\uDFFF]/.test(cut) ? cut.slice(1) : cut
}

/** Keeps the start and the end. @param rest says how the model can get what was left out */
export function keepEnds(text: string, rest: string, most = modelLimit): string {
  if (text.length <= most) return text
  const head = startOf(text, Math.floor(most / 3))
  const tail = endOf(text, most - head.length)
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out here. ${rest}]\n${tail}`
}

/** Keeps whole lines from the start. @param rest says how the model can get what was left out */
export function keepStart(lines: readonly string[], rest: (shown: number) => string, most = modelLimit): string {
  let size = 0
  let shown = 0
  while (shown < lines.length && (shown === 0 || size + (lines[shown]?.length ?? 0) < most))
    size += (lines[shown++]?.length ?? 0) + 1
  const text = lines
    .slice(0, shown)
    .map((line) => startOf(line, most))
    .join('\n')
  return shown === lines.length ? text : `${text}\n${rest(shown)}`
}
