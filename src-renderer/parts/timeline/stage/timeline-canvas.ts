import { createStore, type StoreApi } from 'zustand/vanilla'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { besideStretch, toAxis, toRun } from '../../../run/time-map.ts'
import { presentClock } from '../model/clock.ts'
import { type Hit, hitAt, outlinedAt } from '../model/hit.ts'
import type { Layout } from '../model/layout.ts'
import { neighbour } from '../model/neighbours.ts'
import type { Rows } from '../model/rows.ts'
import {
  fitted,
  following,
  isZoomed,
  middleOf,
  panned,
  shown,
  spanOf,
  toMs,
  toX,
  type Viewport,
  zoomedAt,
} from '../model/viewport.ts'
import { paint, sizeCanvas } from '../paint/paint.ts'
import { axisOf, mapHeight, type Scene } from '../paint/scene.ts'
import { type Ink, inkOf } from '../paint/shapes.ts'
import { DrawnRows } from './drawn-rows.ts'
import { Frames } from './frames.ts'
import { type OutlinedPlace, placeOf } from './pick-span.ts'
import { type Mode, type Shown, type Sight, type StageState, stateAtFirst } from './stage-state.ts'

/** So near to its line the playhead is taken, pixels. */
const playheadReach = 5

/**
 * The picture between React and the canvas: it holds what is looked at, and draws at most once a frame,
 * only when something changed. React hears of what it must show itself (`state`), never of a single frame.
 */
export class TimelineCanvas {
  readonly state: StoreApi<StageState>
  private readonly canvas: HTMLCanvasElement
  private readonly context: CanvasRenderingContext2D
  private readonly drawn = new DrawnRows()
  private look: Shown | null = null
  private ink: Ink
  private viewport: Viewport = fitted(0)
  private width = 0
  private height = 0
  private scrollTop = 0
  private roles = 0
  private readonly clock = presentClock()
  private readonly frames = new Frames(
    () => this.paint(),
    () => this.tellCalm(),
  )
  private beside: readonly TimelineCanvas[] = []
  /** What the others on its axis know of where it ends. */
  private toldEnd = Number.NaN

  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
    this.canvas = canvas
    this.context = context
    this.ink = inkOf(canvas, context)
    this.state = createStore<StageState>(() => stateAtFirst(this.drawn.rows))
  }

  private get layout(): Layout {
    return this.drawn.layout
  }

  /** Another run begins anew: all of it in sight. */
  reset(): void {
    this.drawn.reset()
    this.clock.reset()
    this.state.setState({ mode: 'fit', range: null })
    this.draw()
  }

  /** Other pictures on the same axis: they move together, and it ends with the longest run. */
  join(others: readonly TimelineCanvas[]): void {
    this.beside = others
    this.draw()
  }

  show(look: Shown): void {
    // What was in sight says nothing on an axis that counts something else.
    if (this.look !== null && this.look.scale.kind !== look.scale.kind) this.state.setState({ mode: 'fit' })
    this.look = look
    this.clock.tell(look.run, look.live)
    this.roles = Object.keys(look.run.roles).length
    // Row names stand in their places from the start, not from the first frame on.
    if (this.drawn.size !== look.size) this.refresh()
    this.draw()
  }

  /** Gets ready for a run that is still being read. */
  prepare(view: RunView): void {
    if (this.look !== null && this.look.frame !== 'axis') this.drawn.prepare(view, this.look)
  }

  /** @param width, height CSS pixels of what is in sight of the picture */
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

  /** Goes where another picture on the same axis went. */
  goTo({ viewport, mode }: Sight): void {
    this.viewport = viewport
    this.state.setState({ mode })
    this.draw()
  }

  /** @param x the pixel whose moment stays in place; the middle where none is named */
  zoom(factor: number, x: number = this.width / 2): void {
    this.move(zoomedAt(this.viewport, toMs(this.viewport, this.width, x), factor, this.endMs()))
  }

  pan(pixels: number): void {
    this.move(panned(this.viewport, (pixels / Math.max(1, this.width)) * spanOf(this.viewport), this.endMs()))
  }

  /** Brings the moment at a pixel of the map to the middle. */
  panToMap(x: number): void {
    const ms = toMs(fitted(this.endMs()), this.width, x)
    this.move(panned(this.viewport, ms - middleOf(this.viewport), this.endMs()))
  }

  /** Brings a span into sight; answers the pixels of the content it stands at, or null where it is not drawn. */
  reveal(index: number): { readonly top: number; readonly height: number } | null {
    this.refresh()
    const place = this.layout.places[index] ?? this.layout.waits.get(index)
    if (place === undefined) return null
    const start = place.track.start[place.slot] ?? 0
    const end = Math.min(place.track.end[place.slot] ?? start, this.endMs())
    // With all of the run in sight there is nowhere to go, and the picture goes on growing with it.
    const next = this.state.getState().mode === 'fit' ? this.viewport : shown(this.viewport, start, end, this.endMs())
    if (next !== this.viewport) this.move(next)
    return this.drawn.rows.lineOf.get(place.track) ?? null
  }

  /** The span drawn before or after another one. */
  neighbour(from: number | null, step: 1 | -1): number | null {
    return this.look === null ? null : neighbour(this.layout, this.look.run, from, step)
  }

  /** Marks a stretch of the run, ms, and the same stretch of the axis in the pictures beside it. */
  setRange(range: StageState['range']): void {
    this.mark(range)
    const { time } = this.layout
    for (const each of this.beside) each.mark(range === null ? null : besideStretch(range, time, each.layout.time))
  }

  private mark(range: StageState['range']): void {
    this.state.setState({ range })
    this.draw()
  }

  /** The run's moment at a pixel. */
  msAt(x: number): number {
    return Math.min(Math.max(0, toRun(this.layout.time, toMs(this.viewport, this.width, x))), this.nowMs())
  }

  /** The place of the axis at a pixel, ms. */
  axisAt(x: number): number {
    return Math.min(Math.max(0, toMs(this.viewport, this.width, x)), this.endMs())
  }

  /** Whether a point is where the playhead is taken: on its line, or anywhere on the axis. */
  onPlayhead(x: number, y: number): boolean {
    const at = this.look?.playhead ?? null
    if (at === null || this.inMap(y)) return false
    return y < this.axis() || Math.abs(toX(this.viewport, this.width, at) - x) <= playheadReach
  }

  /** What is at a point of the picture in sight; null where nothing is. */
  hit(x: number, y: number): Hit | null {
    return this.find(x, y, hitAt)
  }

  /** The same of bars that stand for spans that are not here. */
  outlined(x: number, y: number): OutlinedPlace | null {
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

  /** The height of its own axis, pixels. */
  private axis(): number {
    return axisOf(this.look?.frame ?? 'own', this.look?.size ?? 'roomy')
  }

  /** The end of the axis, ms. */
  endMs(): number {
    return Math.max(this.present(), ...this.beside.map((other) => other.present()))
  }

  /** ms since the run's start. */
  nowMs(): number {
    return this.clock.now()
  }

  private present(): number {
    return toAxis(this.layout.time, this.clock.now())
  }

  end(): void {
    this.frames.end()
    this.look = null
  }

  private move(viewport: Viewport, mode: Mode = 'free'): void {
    this.goTo({ viewport, mode })
    for (const other of this.beside) other.goTo({ viewport, mode })
  }

  private draw(): void {
    if (this.look !== null) this.frames.request()
  }

  private paint(): void {
    const { look } = this
    if (look === null || this.width === 0) return
    this.refresh()
    this.tellEnd()
    const end = this.endMs()
    const { mode, mapped } = this.state.getState()
    if (mode === 'fit') this.viewport = fitted(end)
    if (mode === 'follow') this.viewport = following(this.viewport, end)
    const nowMapped = look.frame !== 'joined' && look.size !== 'strip' && isZoomed(this.viewport, end)
    if (mapped !== nowMapped) this.state.setState({ mapped: nowMapped })
    sizeCanvas(this.canvas, this.width, this.height)
    paint(this.context, this.scene(look, nowMapped), devicePixelRatio)
    this.frames.requestCalm()
    if (look.live || this.beside.some((other) => other.look?.live === true)) this.draw()
  }

  /** Where this one grew or shrank, the axis of all of them did. */
  private tellEnd(): void {
    if (this.present() === this.toldEnd) return
    this.toldEnd = this.present()
    for (const other of this.beside) other.draw()
  }

  private scene(look: Shown, mapped: boolean): Scene {
    const { layout, viewport, width, height, scrollTop, roles } = this
    const { range } = this.state.getState()
    const present = { nowMs: this.nowMs(), present: this.present(), endMs: this.endMs() }
    const seen = { layout, rows: this.drawn.rows, viewport, width, height, scrollTop, axis: this.axis() }
    const layouts = look.frame === 'axis' ? this.beside.map((other) => other.layout) : [layout]
    const map = mapped ? layouts : null
    return { ...look, ...this.ink, ...present, ...seen, roles, range, time: look.scale.time, map }
  }

  /** Lays out what is new, and counts heights again where lines came or folded. */
  private refresh(): void {
    const { look } = this
    if (look === null || look.frame === 'axis') return
    if (this.drawn.refresh(look)) this.state.setState({ rows: this.drawn.rows })
  }

  private tellCalm(): void {
    if (this.look === null) return
    const { run, rows, layout, viewport, width, axis, nowMs, present } = this.scene(this.look, false)
    this.state.setState({ calm: { run, rows, layout, viewport, width, axis, nowMs, present } })
  }
}
