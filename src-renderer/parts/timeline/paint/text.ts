/** Text widths, cached per font. */
const widths = new Map<string, Map<string, number>>()
const maxKept = 20_000

export function textWidth(context: CanvasRenderingContext2D, font: string, text: string): number {
  let known = widths.get(font)
  if (known === undefined || known.size > maxKept) {
    known = new Map()
    widths.set(font, known)
  }
  const width = known.get(text)
  if (width !== undefined) return width
  context.font = font
  const measured = context.measureText(text).width
  known.set(text, measured)
  return measured
}

/** The text, shortened at its end to fit; empty if not even a few letters fit. */
export function fitText(context: CanvasRenderingContext2D, font: string, text: string, most: number): string {
  const width = textWidth(context, font, text)
  if (width <= most) return text
  const letters = Math.floor((text.length * (most - 8)) / width)
  if (letters < 3) return ''
  return `${text.slice(0, letters).trimEnd()}…`
}
