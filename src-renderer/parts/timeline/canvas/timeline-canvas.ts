import { createStore, type StoreApi } from 'zustand/vanilla'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { convertInterval, toAxis, toRun } from '../../../run/time-map.ts'
import { presentClock } from '../model/clock.ts'
import { type Hit, hitAt, outlinedAt } from '../model/hit.ts'
import type { Layout } from '../model/layout.ts'
import { neighbor } from '../model/neighbors.ts'
import type { Rows } from '../model/rows.ts'
import {
  fitAll,
  followEnd,
  isZoomed,
  middleOf,
  panBy,
  showRange,
  spanOf,
  toMs,
  toX,
  type Viewport,
  zoomAt,
} from '../model/viewport.ts'
import { paint, sizeCanvas } from '../paint/paint.ts'
import { axisOf, mapHeight, type Scene } from '../paint/scene.ts'
import { type Ink, inkOf } from '../paint/shapes.ts'
import { type CanvasContent, type CanvasState, initialState, type Mode, type VisibleRange } from './canvas-state.ts'
import { DrawnRows } from './drawn-rows.ts'
import { Frames } from './frames.ts'
import { type OutlinePosition, placeOf } from './pick-span.ts'

/** Distance from its line within which the playhead can be dragged, px. */
const playheadReach = 5

/**
 * Connects React and the canvas: keeps the data to draw, and draws at most once per frame, only after changes. React is
 * notified of `state` that it renders, never of single frames.
 */
export class TimelineCanvas {
  readonly state: StoreApi<CanvasState>
  private readonly canvas: HTMLCanvasElement
  private readonly context: CanvasRenderingContext2D
  private readonly drawn = new DrawnRows()
  private look: CanvasContent | null = null
  private ink: Ink
  private viewport: Viewport = fitAll(0)
  private width = 0
  private height = 0
  private scrollTop = 0
  private roles = 0
  private readonly clock = presentClock()
  private readonly frames = new Frames(
    () => this.paint(),
    () => this.updateCalm(),
  )
  private joined: readonly TimelineCanvas[] = []
  /** The end that the other pictures on this axis were last drawn with. */
  private notifiedEnd = Number.NaN

  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
    this.canvas = canvas
    this.context = context
    this.ink = inkOf(canvas, context)
    this.state = createStore<CanvasState>(() => initialState(this.drawn.rows))
  }

  private get layout(): Layout {
    return this.drawn.layout
  }

  /** Resets for another run, showing all of it. */
  reset(): void {
    this.drawn.reset()
    this.clock.reset()
    this.state.setState({ mode: 'fit', range: null })
    this.draw()
  }

  /** Sets the other pictures on the same axis: they move together, and the axis ends with the longest run. */
  join(others: readonly TimelineCanvas[]): void {
    this.joined = others
    this.draw()
  }

  show(look: CanvasContent): void {
    // The visible range is meaningless on an axis with another unit.
    if (this.look !== null && this.look.scale.kind !== look.scale.kind) this.state.setState({ mode: 'fit' })
    this.look = look
    this.clock.tell(look.run, look.live)
    this.roles = Object.keys(look.run.roles).length
    // Positions the row names before the first frame.
    if (this.drawn.size !== look.size) this.refresh()
    this.draw()
  }

  /** Lays out a run that is still loading. */
  prepare(view: RunView): void {
    if (this.look !== null && this.look.frame !== 'axis') this.drawn.prepare(view, this.look)
  }

  /** @param width, height of the visible part of the picture, CSS pixels */
  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return
    ;[this.width, this.height] = [width, height]
    this.draw()
  }

  scrolled(top: number): void {
    this.scrollTop = top
    this.draw()
  }

  themeChanged(): void {
    this.ink = inkOf(this.canvas, this.context)
    this.draw()
  }

  fit(): void {
    this.move(this.viewport, 'fit')
  }

  follow(): void {
    this.move(this.viewport, 'follow')
  }

  /** Moves to the visible range of another picture on the same axis. */
  goTo({ viewport, mode }: VisibleRange): void {
    this.viewport = viewport
    this.state.setState({ mode })
    this.draw()
  }

  /** @param x pixel whose time stays in place; the center if omitted */
  zoom(factor: number, x: number = this.width / 2): void {
    this.move(zoomAt(this.viewport, toMs(this.viewport, this.width, x), factor, this.endMs()))
  }

  pan(pixels: number): void {
    this.move(panBy(this.viewport, (pixels / Math.max(1, this.width)) * spanOf(this.viewport), this.endMs()))
  }

  /** Centers the time at a pixel of the minimap. */
  panToMap(x: number): void {
    const ms = toMs(fitAll(this.endMs()), this.width, x)
    this.move(panBy(this.viewport, ms - middleOf(this.viewport), this.endMs()))
  }

  /** Scrolls a span into view; returns its position in px of the content, or null if it is not drawn. */
  reveal(index: number): { readonly top: number; readonly height: number } | null {
    this.refresh()
    const place = this.layout.places[index] ?? this.layout.waits.get(index)
    if (place === undefined) return null
    const start = place.track.start[place.slot] ?? 0
    const end = Math.min(place.track.end[place.slot] ?? start, this.endMs())
    // In `fit` mode the whole run is visible already, and must keep growing.
    const next =
      this.state.getState().mode === 'fit' ? this.viewport : showRange(this.viewport, start, end, this.endMs())
    if (next !== this.viewport) this.move(next)
    return this.drawn.rows.lineOf.get(place.track) ?? null
  }

  /** The span drawn before or after another one. */
  neighbor(from: number | null, step: 1 | -1): number | null {
    return this.look === null ? null : neighbor(this.layout, this.look.run, from, step)
  }

  /** Marks a range of the run, ms, and the same range of the axis in the other pictures. */
  setRange(range: CanvasState['range']): void {
    this.mark(range)
    const { time } = this.layout
    for (const each of this.joined) each.mark(range === null ? null : convertInterval(range, time, each.layout.time))
  }

  private mark(range: CanvasState['range']): void {
    this.state.setState({ range })
    this.draw()
  }

  /** The run's time at a pixel, ms. */
  msAt(x: number): number {
    return Math.min(Math.max(0, toRun(this.layout.time, toMs(this.viewport, this.width, x))), this.nowMs())
  }

  /** The position on the axis at a pixel, ms. */
  axisAt(x: number): number {
    return Math.min(Math.max(0, toMs(this.viewport, this.width, x)), this.endMs())
  }

  /** Whether the playhead can be dragged from a point: on its line, or anywhere on the axis. */
  onPlayhead(x: number, y: number): boolean {
    const at = this.look?.playhead ?? null
    if (at === null || this.inMap(y)) return false
    return y < this.axis() || Math.abs(toX(this.viewport, this.width, at) - x) <= playheadReach
  }

  /** The bar at a point of the visible picture; null if there is none. */
  hit(x: number, y: number): Hit | null {
    return this.find(x, y, hitAt)
  }

  /** The same for bars whose spans are not loaded. */
  outlined(x: number, y: number): OutlinePosition | null {
    const found = this.find(x, y, outlinedAt)
    return found === null ? null : placeOf(this.layout, found)
  }

  private find<T>(x: number, y: number, at: (rows: Rows, ms: number, y: number, pixelMs: number) => T): T | null {
    const axis = this.axis()
    if (y < axis || this.inMap(y)) return null
    const pixelMs = spanOf(this.viewport) / Math.max(1, this.width)
    return at(this.drawn.rows, toMs(this.viewport, this.width, x), y - axis + this.scrollTop, pixelMs)
  }

  inMap(y: number): boolean {
    return this.state.getState().mapped && y > this.height - mapHeight
  }

  /** The height of its own axis, px. */
  private axis(): number {
    return axisOf(this.look?.frame ?? 'own', this.look?.size ?? 'roomy')
  }

  /** The end of the axis, ms. */
  endMs(): number {
    return Math.max(this.present(), ...this.joined.map((other) => other.present()))
  }

  /** ms since the run's start. */
  nowMs(): number {
    return this.clock.now()
  }

  private present(): number {
    // The strip above several runs has no run of its own, and no unit to convert its time to.
    if (this.look?.frame === 'axis') return 0
    return toAxis(this.layout.time, this.clock.now())
  }

  end(): void {
    this.frames.end()
    this.look = null
  }

  private move(viewport: Viewport, mode: Mode = 'free'): void {
    this.goTo({ viewport, mode })
    for (const other of this.joined) other.goTo({ viewport, mode })
  }

  private draw(): void {
    if (this.look !== null) this.frames.request()
  }

  private paint(): void {
    const { look } = this
    if (look === null || this.width === 0) return
    this.refresh()
    this.notifyEnd()
    const end = this.endMs()
    const { mode, mapped } = this.state.getState()
    if (mode === 'fit') this.viewport = fitAll(end)
    if (mode === 'follow') this.viewport = followEnd(this.viewport, end)
    const nowMapped = look.frame !== 'joined' && look.size !== 'strip' && isZoomed(this.viewport, end)
    if (mapped !== nowMapped) this.state.setState({ mapped: nowMapped })
    sizeCanvas(this.canvas, this.width, this.height)
    paint(this.context, this.scene(look, nowMapped), devicePixelRatio)
    this.frames.requestCalm()
    if (look.live || this.joined.some((other) => other.look?.live === true)) this.draw()
  }

  /** Redraws the other pictures if the end of this run moved, since they share the axis. */
  private notifyEnd(): void {
    if (this.present() === this.notifiedEnd) return
    this.notifiedEnd = this.present()
    for (const other of this.joined) other.draw()
  }

  private scene(look: CanvasContent, mapped: boolean): Scene {
    const { layout, viewport, width, height, scrollTop, roles } = this
    const { range } = this.state.getState()
    const present = { nowMs: this.nowMs(), present: this.present(), endMs: this.endMs() }
    const seen = { layout, rows: this.drawn.rows, viewport, width, height, scrollTop, axis: this.axis() }
    const layouts = look.frame === 'axis' ? this.joined.map((other) => other.layout) : [layout]
    const map = mapped ? layouts : null
    return { ...look, ...this.ink, ...present, ...seen, roles, range, time: look.scale.time, map }
  }

  /** Lays out new spans, and recomputes rows when lines were added or folded. */
  private refresh(): void {
    const { look } = this
    if (look === null || look.frame === 'axis') return
    if (this.drawn.refresh(look)) this.state.setState({ rows: this.drawn.rows })
  }

  private updateCalm(): void {
    if (this.look === null) return
    const { run, rows, layout, viewport, width, axis, nowMs, present } = this.scene(this.look, false)
    this.state.setState({ throttled: { run, rows, layout, viewport, width, axis, nowMs, present } })
  }
}
