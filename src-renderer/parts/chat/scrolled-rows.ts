import { RowPlaces } from './row-places.ts'
import type { ChatRows } from './rows/chat-rows.ts'

/** The scrolling box, px. */
export interface Box {
  scrollTop: number
  readonly clientHeight: number
}
export type Align = 'start' | 'center' | 'auto'
/** A range of row indices among all rows; `last` is included. */
interface Range {
  readonly first: number
  readonly last: number
}
interface Seen {
  readonly key: string
  readonly index: number
  readonly top: number
}

/** Scrolling counts as ended this long after the last movement, ms. */
export const restMs = 150
/** Minimum rendered above and below the viewport, so that a page up or down is already there. */
const overscan = { heights: 1.25, rows: 8 } as const
/** Assumed height until the box is mounted, px. */
const heightAtFirst = 800

/**
 * Scroll position of a list of rows, such that nothing on screen moves except by the reader's own scrolling.
 *
 * 1. Before rows are added, removed or resized, the visible rows and their positions are recorded; afterwards, the
 *    first of them that is still there is put at the same position in the same frame.
 * 2. During scrolling `scrollTop` is not written, since that would stop a wheel's or finger's movement. Growth above
 *    the viewport is subtracted when rows are drawn (`lifted`), and moved into `scrollTop` when scrolling ends.
 * 3. `top` is the offset among all rows at the top of the box: always `scrollTop + lifted`.
 */
export class ScrolledRows {
  private readonly places: RowPlaces
  private box: Box | null = null
  private top = Number.POSITIVE_INFINITY
  private lifted = 0
  /** `scrollTop` as last read or written. */
  private known = 0
  /** Whether `top` must still be written to the box once the rows are rendered. */
  private owed = true
  private seen: readonly Seen[] = []
  private drawn: Range | null = null
  private target: { readonly key: string; readonly index: number; readonly align: 'start' | 'center' | 'end' } | null =
    null
  private movedAt = Number.NEGATIVE_INFINITY

  private readonly now: () => number

  /** @param now returns the time, ms */
  constructor(padding: { readonly above: number; readonly below: number }, now = () => performance.now()) {
    this.places = new RowPlaces(padding)
    this.now = now
  }

  attach(box: Box | null): void {
    this.box = box
  }

  /** Sets the rows to show. */
  show(rows: ChatRows, from: number, to: number): void {
    this.scrolled()
    if (this.places.update(rows, from, to)) this.keepPlace()
    this.drawn = this.range()
  }

  /** The range of rows to render, by index among all rows; `last` is included. */
  range(): Range {
    const { places } = this
    const top = Math.min(this.top, Math.max(0, places.total - this.height))
    const more = overscan.heights * this.height
    const first = Math.min(places.indexAt(top - more), places.indexAt(top) - overscan.rows)
    const last = Math.max(places.indexAt(top + this.height + more), places.indexAt(top + this.height) + overscan.rows)
    return { first: Math.max(places.first, first), last: Math.min(places.end - 1, last) }
  }

  /** Offset of a row from the top of the canvas, px. */
  start(index: number): number {
    return this.places.top(index) - this.lifted
  }
  /** The canvas's height, px. */
  get size(): number {
    return this.places.total - this.lifted
  }

  /** Handles a scroll event. @returns whether the reader caused it */
  scrolled(): boolean {
    if (this.box === null || this.box.clientHeight === 0) return false
    const by = this.box.scrollTop - this.known
    this.known += by
    // While a write is pending the box has not reached its position, but the reader's movement still counts.
    if (!this.owed) this.top = this.known + this.lifted
    else if (Number.isFinite(this.top)) this.top += by
    if (by === 0) return false
    this.movedAt = this.now()
    this.target = null
    if (!this.seen.some((row) => this.isInSight(row))) this.leap()
    if (Math.abs(this.lifted) >= 1 && !this.hasRoom()) this.putBack()
    return true
  }

  /** Whether the rendered range does not match the current scroll position. */
  isStale(): boolean {
    const { first, last } = this.range()
    return this.owed || this.drawn?.first !== first || this.drawn.last !== last
  }

  /** Performs the pending write once the rows are rendered. @returns whether another range must be rendered */
  commit(): boolean {
    // A hidden box has no scroll position.
    if (this.box === null || this.box.clientHeight === 0) return false
    const before = this.drawn ?? this.range()
    if (this.owed) {
      this.owed = false
      const wanted = Math.min(this.top, this.places.total) - this.lifted
      if (Math.abs(this.box.scrollTop - wanted) >= 0.5) this.box.scrollTop = wanted
      this.known = this.box.scrollTop
      this.top = this.known + this.lifted
    }
    const aimed = this.aim()
    const after = this.range()
    this.seen = this.rowsBetween(after.first, after.last)
    return aimed || before.first !== after.first || before.last !== after.last
  }

  /** @returns whether another range must be rendered */
  measure(those: Parameters<RowPlaces['measure']>[0]): boolean {
    const moved = this.scrolled()
    const changed = this.places.measure(those)
    if (changed) this.keepPlace()
    return moved || changed
  }

  /** Called when scrolling has ended; the rows must be rendered again. @returns whether anything changed */
  rest(): boolean {
    const moved = this.scrolled()
    this.target = null
    if (Math.abs(this.lifted) < 1 || this.isMoving()) return moved
    this.putBack()
    return true
  }
  isMoving(): boolean {
    return this.now() - this.movedAt < restMs
  }

  /** @returns how far the end is then below the viewport, px; null if nothing moves */
  toRow(index: number, align: Align): number | null {
    const key = this.places.keyAt(index)
    const where = align === 'auto' ? this.nearest(index) : align
    if (key === undefined || where === null) return null
    this.target = { key, index, align: where }
    return this.aim() ? this.places.total - this.top - this.height : null
  }
  toEnd(): void {
    this.target = null
    if (this.box === null) return
    this.owed = false
    this.box.scrollTop = this.size
    this.known = this.box.scrollTop
    this.top = this.known + this.lifted
  }

  /** Forgets the visible rows. A jump to the top of the box means the first row, not the part lifted above it. */
  private leap(): void {
    if (this.box !== null && this.box.scrollTop <= 0) {
      this.top = 0
      this.putBack()
    }
    this.seen = this.rowsAt(this.top)
  }

  private get height(): number {
    return this.box?.clientHeight || heightAtFirst
  }

  private isInSight({ index, top }: Seen): boolean {
    return top < this.top + this.height && top + this.places.height(index) > this.top
  }

  private rowsAt(top: number): Seen[] {
    const index = this.places.indexAt(top)
    return this.rowsBetween(index, index)
  }
  private rowsBetween(first: number, last: number): Seen[] {
    const rows: Seen[] = []
    for (let index = first; index <= last; index++) {
      const key = this.places.keyAt(index)
      if (key !== undefined) rows.push({ key, index, top: this.places.top(index) })
    }
    return rows
  }

  /** After rows changed: puts the first visible row, or one near it, back at its position. */
  private keepPlace(): void {
    const inSight = this.seen.findIndex((row) => row.top + this.oldHeight(row) > this.top)
    const at = inSight === -1 ? this.seen.length : inSight
    const order = [...this.seen.slice(at), ...this.seen.slice(0, at).reverse()]
    for (const row of order) {
      const index = this.places.indexOf(row.key, row.index)
      if (index === -1) continue
      this.moveBy(this.places.top(index) - row.top)
      const moved = index - row.index
      this.seen = this.seen.flatMap((each) => {
        const now = each.index + moved
        return this.places.keyAt(now) === each.key ? [{ ...each, index: now, top: this.places.top(now) }] : []
      })
      return
    }
    this.seen = this.rowsAt(this.top)
  }
  /** The height of a row when it was last visible. */
  private oldHeight(row: Seen): number {
    const below = this.seen[this.seen.indexOf(row) + 1]
    return below === undefined ? this.places.height(row.index) : below.top - row.top
  }

  private moveBy(px: number): void {
    if (px === 0) return
    this.top += px
    if (this.isMoving() && this.hasRoom() && !this.owed) this.lifted += px
    else this.putBack()
  }
  /** Near the start nothing can be drawn above the canvas. */
  private hasRoom(): boolean {
    return (this.box?.scrollTop ?? 0) > 2 * this.height
  }
  /** Browsers may round `scrollTop` to whole pixels: the rest stays in `lifted`. */
  private putBack(): void {
    this.lifted = Number.isFinite(this.top) ? this.top - Math.round(this.top) : 0
    this.owed = true
  }

  private nearest(index: number): 'start' | 'end' | null {
    const top = this.places.top(index)
    if (top < this.top) return 'start'
    return top + this.places.height(index) > this.top + this.height ? 'end' : null
  }

  /** Moves to the pending target as far as heights are known. @returns whether the position changed */
  private aim(): boolean {
    const { target } = this
    const index = target === null ? -1 : this.places.indexOf(target.key, target.index)
    if (target === null || index === -1) return false
    const [top, room] = [this.places.top(index), this.height - this.places.height(index)]
    const alignedTop = { start: index === 0 ? 0 : top, center: top - room / 2, end: top - room }[target.align]
    const wanted = Math.max(0, Math.min(alignedTop, this.places.total - this.height))
    if (Math.abs(wanted - this.top) < 1) return false
    this.top = wanted
    this.putBack()
    return true
  }
}
