/** A range of lines that differs: `[oldStart, oldEnd)` became `[newStart, newEnd)`. */
export interface Difference {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** Above this many differing lines the middle is shown as replaced entirely: no one would read such a diff. */
const editLimit = 800
/** The same limit for compared lines, since texts of millions of lines may match in many ways. */
const compareLimit = 20_000_000

/**
 * The line ranges in which two texts differ, in order. Shortest edit script within the limit.
 *
 * Source: E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.
 */
export function diffLines(before: readonly string[], after: readonly string[]): Difference[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let oldEnd = before.length
  let newEnd = after.length
  while (oldEnd > start && newEnd > start && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd -= 1
    newEnd -= 1
  }
  if (start === oldEnd && start === newEnd) return []
  const whole = { oldStart: start, oldEnd, newStart: start, newEnd }
  if (start === oldEnd || start === newEnd) return [whole]
  const moves = shortest(before.slice(start, oldEnd), after.slice(start, newEnd))
  return moves === null ? [whole] : joined(moves, start)
}

/** One line removed or inserted; `x`, `y`: its positions in the old and the new lines. */
interface Move {
  readonly out: boolean
  readonly x: number
  readonly y: number
}

/** How far each diagonal `k` (old less new position) reaches; `at` 0 is `k = 0`. */
interface Reach {
  readonly ends: Int32Array
  readonly zero: number
}

const at = ({ ends, zero }: Reach, k: number) => ends[zero + k] ?? -1
const goesDown = (reach: Reach, k: number, edits: number) =>
  k === -edits || (k !== edits && at(reach, k - 1) < at(reach, k + 1))

function shortest(a: readonly string[], b: readonly string[]): Move[] | null {
  const most = Math.min(a.length + b.length, editLimit)
  const zero = most + 1
  const reach: Reach = { ends: new Int32Array(2 * most + 3).fill(-1), zero }
  reach.ends[zero + 1] = 0
  const trace: Reach[] = []
  let compared = 0
  for (let edits = 0; edits <= most && compared < compareLimit; edits++) {
    trace.push({ ends: reach.ends.slice(zero - edits - 1, zero + edits + 2), zero: edits + 1 })
    for (let k = -edits; k <= edits; k += 2) {
      let x = goesDown(reach, k, edits) ? at(reach, k + 1) : at(reach, k - 1) + 1
      const from = x
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1
      compared += x - from
      reach.ends[zero + k] = x
      if (x >= a.length && x - k >= b.length) return wayBack(trace, a.length, b.length)
    }
  }
  return null
}

function wayBack(trace: readonly Reach[], oldLength: number, newLength: number): Move[] {
  const moves: Move[] = []
  let x = oldLength
  let y = newLength
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const reach = trace[edits]
    if (reach === undefined) break
    const k = x - y
    const down = goesDown(reach, k, edits)
    const from = down ? k + 1 : k - 1
    x = at(reach, from)
    y = x - from
    moves.push({ out: !down, x, y })
  }
  return moves.reverse()
}

function joined(moves: readonly Move[], offset: number): Difference[] {
  const found: Difference[] = []
  for (const move of moves) {
    const oldStart = move.x + offset
    const newStart = move.y + offset
    const next = { oldStart, newStart, oldEnd: oldStart + (move.out ? 1 : 0), newEnd: newStart + (move.out ? 0 : 1) }
    const last = found.at(-1)
    if (last !== undefined && last.oldEnd === oldStart && last.newEnd === newStart)
      found[found.length - 1] = { ...last, oldEnd: next.oldEnd, newEnd: next.newEnd }
    else found.push(next)
  }
  return found
}
