import { type ChatRows, indexOfKey, rowAt, turnOf } from './rows/chat-rows.ts'

/** Estimated heights of rows that have not been rendered yet, px. */
const guesses = { message: 58, brief: 160, other: 44 } as const
/** Maximum number of measured heights kept; the most recent ones stay. */
const maxRemembered = 4000

type Part = ChatRows['parts'][number]
interface Measured {
  readonly turnId: string
  /** Its index among the rows of its turn. */
  readonly within: number
  readonly height: number
}

/**
 * The position of each of very many rows, in px from the top of the row window. Measured rows use their own height, all
 * others an estimate, so that positions need no pass over all rows and an update costs in proportion to what was
 * measured.
 */
export class RowPlaces {
  private rows: ChatRows = { count: 0, parts: [] }
  private from = 0
  private to = 0
  /** Total of the estimated heights before each part, px. */
  private before = new Float64Array(0)
  private partOf: ReadonlyMap<string, Part> = new Map()
  private readonly measured = new Map<string, Measured>()
  /** Indices of measured rows, and the cumulative difference of their heights from the estimates, px. */
  private indexes: number[] = []
  private sums: number[] = []

  private readonly above: number
  private readonly below: number

  /** @param padding above the first row and below the last, px */
  constructor(padding: { readonly above: number; readonly below: number }) {
    this.above = padding.above
    this.below = padding.below
  }

  /** @returns whether anything changed */
  update(rows: ChatRows, from: number, to: number): boolean {
    if (rows === this.rows && from === this.from && to === this.to) return false
    const isNew = rows !== this.rows
    this.rows = rows
    this.from = from
    this.to = to
    if (isNew) this.takeRows()
    return true
  }

  get first(): number {
    return this.from
  }
  /** Index after the last row of the window. */
  get end(): number {
    return this.to
  }
  get total(): number {
    return this.above + this.raw(this.to) - this.raw(this.from) + this.below
  }

  top(index: number): number {
    return this.above + this.raw(index) - this.raw(this.from)
  }

  height(index: number): number {
    return this.raw(index + 1) - this.raw(index)
  }

  keyAt(index: number): string | undefined {
    return rowAt(this.rows, index)?.key
  }

  /** @param hint its previous index @returns -1 if it is no longer in the window */
  indexOf(key: string, hint: number): number {
    const index = this.keyAt(hint) === key ? hint : indexOfKey(this.rows, key)
    return index >= this.from && index < this.to ? index : -1
  }

  /** Index of the row at this offset from the top, px; clamped to the first and last. */
  indexAt(px: number): number {
    let low = this.from
    let high = this.to
    while (low + 1 < high) {
      const middle = (low + high) >>> 1
      if (this.top(middle) <= px) low = middle
      else high = middle
    }
    return low
  }

  /** @returns whether any of these rows had a different height before */
  measure(those: readonly { readonly key: string; readonly index: number; readonly height: number }[]): boolean {
    let changed = false
    for (const { key, index, height } of those) {
      const part = this.rows.parts[turnOf(this.rows, index)]
      if (part === undefined || this.keyAt(index) !== key) continue
      changed ||= Math.abs(this.height(index) - height) > 0.01
      this.measured.delete(key)
      this.measured.set(key, { turnId: part.turn.id, within: index - part.start, height })
    }
    for (const oldest of this.measured.keys()) {
      if (this.measured.size <= maxRemembered) break
      this.measured.delete(oldest)
    }
    if (changed) this.addUp()
    return changed
  }

  private takeRows(): void {
    const { parts } = this.rows
    this.before = new Float64Array(parts.length + 1)
    let sum = 0
    for (const [at, part] of parts.entries()) {
      this.before[at] = sum
      sum += guessedBefore(part, part.count)
    }
    this.before[parts.length] = sum
    this.partOf = new Map(parts.map((part) => [part.turn.id, part]))
    this.findMeasured()
    this.addUp()
  }

  /** Finds measured rows whose index within their turn changed, and forgets removed ones. */
  private findMeasured(): void {
    const keysByTurn = new Map<string, Map<string, number>>()
    for (const [key, known] of this.measured) {
      const part = this.partOf.get(known.turnId)
      if (part === undefined) this.measured.delete(key)
      else if (this.keyAt(part.start + known.within) !== key || known.within >= part.count) {
        const keys = keysByTurn.get(known.turnId) ?? this.keysOf(part)
        keysByTurn.set(known.turnId, keys)
        const within = keys.get(key)
        if (within === undefined) this.measured.delete(key)
        else this.measured.set(key, { ...known, within })
      }
    }
  }

  private keysOf(part: Part): Map<string, number> {
    const keys = new Map<string, number>()
    for (let within = 0; within < part.count; within++) keys.set(this.keyAt(part.start + within) ?? '', within)
    return keys
  }

  private addUp(): void {
    const found: [number, number][] = []
    for (const { turnId, within, height } of this.measured.values()) {
      const part = this.partOf.get(turnId)
      if (part !== undefined) found.push([part.start + within, height - guess(part, within)])
    }
    found.sort((one, other) => one[0] - other[0])
    let sum = 0
    this.indexes = found.map(([index]) => index)
    this.sums = found.map(([, more]) => {
      sum += more
      return sum
    })
  }

  /** Total height of all rows before this one without padding, px. */
  private raw(index: number): number {
    const at = index >= this.rows.count ? this.rows.parts.length : turnOf(this.rows, index)
    const part = this.rows.parts[at]
    const guessed = (this.before[at] ?? 0) + (part === undefined ? 0 : guessedBefore(part, index - part.start))
    return guessed + (this.sums[countBelow(this.indexes, index) - 1] ?? 0)
  }
}

const briefAt = (part: Part): number => (part.run === null || part.rows !== null ? -1 : part.earlier ? 2 : 1)

function guess(part: Part, within: number): number {
  if (within === 0) return guesses.message
  return within === briefAt(part) ? guesses.brief : guesses.other
}

function guessedBefore(part: Part, within: number): number {
  if (within === 0) return 0
  const brief = briefAt(part)
  const more = brief !== -1 && brief < within ? guesses.brief - guesses.other : 0
  return guesses.message + (within - 1) * guesses.other + more
}

/** How many of these sorted numbers are less than `most`. */
function countBelow(sorted: readonly number[], most: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < most) low = middle + 1
    else high = middle
  }
  return low
}
