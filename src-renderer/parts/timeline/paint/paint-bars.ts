import { formatDuration } from '../../../../src-shared/base/format.ts'
import { costWithWord, tokensText } from '../../../../src-shared/run/totals-text.ts'
import { firstEndingFrom, type Track } from '../../../../src-shared/timeline/track.ts'
import type { EffectLevel } from '../model/effect-levels.ts'
import { minWidth } from '../model/hit.ts'
import type { Line } from '../model/rows.ts'
import { spanOf } from '../model/viewport.ts'
import { bandAmount } from '../scale/band-amount.ts'
import { rangeAmount } from '../scale/range-amount.ts'
import { paintBand } from './paint-band.ts'
import { paintCall } from './paint-call.ts'
import { paintMark } from './paint-mark.ts'
import { minApart, paintOutlined } from './paint-outlined.ts'
import type { Box, Scene } from './scene.ts'
import { strokeOutline } from './shapes.ts'
import { effectTheme } from './theme.ts'

/**
 * The visible bars of one line. Bars narrower than a pixel are merged into one block while they touch, so that 100,000
 * of them cost at most one draw per pixel of the line. A block shows the kind with the longest total time; failures in
 * it stay marked at their positions.
 */
export function paintBars(context: CanvasRenderingContext2D, scene: Scene, line: Line): void {
  const { viewport, width, present } = scene
  const { track, top, height } = line
  const scale = width / spanOf(viewport)
  const block = new Block(context, scene, line)
  for (let slot = firstEndingFrom(track, viewport.from - 8 / scale); slot < track.start.length; slot++) {
    const start = track.start[slot] ?? 0
    if (start > viewport.to) break
    const end = Math.min(track.end[slot] ?? start, Math.max(present, start))
    const x = (start - viewport.from) * scale
    const wide = (end - start) * scale
    if (wide < 1 && line.name !== 'marks') {
      block.take(slot, x, wide)
      continue
    }
    block.flush()
    paintOne(context, scene, line, slot, { x, y: top, width: Math.max(minWidth, wide - (wide > 4 ? 1 : 0)), height })
  }
  block.flush()
}

function paintOne(context: CanvasRenderingContext2D, scene: Scene, line: Line, slot: number, box: Box): void {
  const { track } = line
  const index = track.span[slot] ?? 0
  const isDim = scene.found !== null && !scene.found.has(index)
  const level = scene.effects?.get(index)
  const colored = isDim ? dimmed(scene) : level === undefined ? scene : inEffect(scene, level)
  if (index === -1) paintOutlined(context, colored, line, slot, box)
  else if (line.name === 'phases' || line.name === 'prompts')
    paintBand(context, colored, index, box, tookOf(scene, track, slot, index))
  else if (line.name === 'marks') paintMark(context, colored, index, box)
  else paintCall(context, colored, track, slot, box)
  if (isDim && line.name !== 'marks') paintRim(context, scene, box)
}

const effects = new WeakMap<Scene, Map<EffectLevel, Scene>>()

/** The scene in the color of an effect; made once per picture and level. */
function inEffect(scene: Scene, level: EffectLevel): Scene {
  const known = effects.get(scene) ?? new Map<EffectLevel, Scene>()
  effects.set(scene, known)
  const made = known.get(level) ?? { ...scene, theme: effectTheme(scene.theme, level) }
  known.set(level, made)
  return made
}

const dims = new WeakMap<Scene, Scene>()

/** The scene in the colors of bars that step back; made once per picture. */
function dimmed(scene: Scene): Scene {
  const known = dims.get(scene)
  if (known !== undefined) return known
  const made = { ...scene, ...scene.dim }
  dims.set(scene, made)
  return made
}

/** Around a bar that steps back: its ground is nearly that of the picture. */
function paintRim(context: CanvasRenderingContext2D, { theme }: Scene, { x, y, width, height }: Box): void {
  if (width > 3)
    strokeOutline(context, { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 }, theme.edgeStrong, 1)
}

function tookOf({ scale, present, run }: Scene, { start, end }: Track, slot: number, index: number): string {
  const span = run.spans[index]
  const amount = span === undefined ? null : bandAmount(run, span)
  if (amount !== null) {
    if (scale.kind === 'working') return formatDuration(amount.workMs)
    if (scale.kind === 'tokens') return tokensText(amount.use)
    if (scale.kind === 'cost') return costWithWord(amount.use)
  }
  return rangeAmount(scale, start[slot] ?? 0, Math.min(end[slot] ?? 0, present))
}

/** Collects bars too narrow to see while they lie within a pixel of each other. */
class Block {
  private from = Number.NaN
  private to = 0
  private count = 0
  private longest = -1
  private slot = 0
  private failures: number[] = []
  private found = false
  private readonly context: CanvasRenderingContext2D
  private readonly scene: Scene
  private readonly line: Line

  constructor(context: CanvasRenderingContext2D, scene: Scene, line: Line) {
    this.context = context
    this.scene = scene
    this.line = line
  }

  /** Adds a bar; one that is not adjacent starts a new block. */
  take(slot: number, x: number, wide: number): void {
    if (this.count > 0 && x > this.to + 1) this.flush()
    if (this.count === 0) this.from = this.to = x
    this.count += 1
    this.to = Math.max(this.to, x + wide)
    if (wide > this.longest) {
      this.longest = wide
      this.slot = slot
    }
    const apart = x - (this.failures.at(-1) ?? Number.NEGATIVE_INFINITY) > minApart
    if (apart && this.line.track.state[slot] === 'failed') this.failures.push(x)
    this.found ||= this.scene.found?.has(this.line.track.span[slot] ?? -1) === true
  }

  flush(): void {
    if (this.count === 0) return
    const { scene, line, context } = this
    const isDim = scene.found !== null && !this.found
    const box = { x: this.from, y: line.top, width: Math.max(minWidth, this.to - this.from), height: line.height }
    if (this.count === 1) paintOne(context, scene, line, this.slot, box)
    else paintCall(context, isDim ? dimmed(scene) : scene, line.track, this.slot, box, { failures: this.failures })
    this.count = 0
    this.longest = -1
    this.failures = []
    this.found = false
  }
}
