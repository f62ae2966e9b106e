import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import type { RunOutline } from '../../../../src-shared/timeline/outline-shape.ts'
import type { Scale } from '../scale/scale.ts'
import { type Layout, newLayout, updateLayout } from './layout.ts'

interface Drawn {
  readonly run: RunView
  readonly scale: Scale
  /** For a long run that is still loading: an outline of what precedes the loaded spans. */
  readonly outline: RunOutline | null
}

/**
 * The layout of a run over time. A long run is laid out while it loads, so that no work is left when the complete run
 * replaces its outline.
 */
export class Layouts {
  now: Layout = newLayout()
  private ahead: { layout: Layout; readonly of: RunView['spans'] } | null = null

  reset(): void {
    this.now = newLayout()
    this.ahead = null
  }

  /** Lays out the loaded part of a run that is not shown yet. */
  prepare(view: RunView, { time, amounts }: Scale): void {
    if (amounts !== null) return
    const pending =
      this.ahead?.of === view.spans && this.ahead.layout.time === time ? this.ahead.layout : newLayout(time)
    this.ahead = { layout: updateLayout(pending, view), of: view.spans }
  }

  show({ run, scale, outline }: Drawn): Layout {
    const { time, amounts } = scale
    if (this.ahead?.of === run.spans) {
      if (this.ahead.layout.time === time && amounts === null) this.now = this.ahead.layout
      this.ahead = null
    }
    const isSame = this.now.time === time && this.now.amounts === amounts && this.now.outline === outline
    if (!isSame) this.now = newLayout(time, outline, amounts)
    this.now = updateLayout(this.now, run)
    return this.now
  }
}
