import { ArrowRightToLine, Maximize2, Search } from 'lucide-react'
import { useStore } from 'zustand'
import { shortenMiddle } from '../../../../src-shared/base/format.ts'
import type { CriticalPath } from '../../../../src-shared/timeline/critical-path.ts'
import { useIsPlayedBack } from '../../../stores/runs/playback-store.ts'
import { useLoading } from '../../../stores/runs/run-loading.ts'
import { useStrategyTitle } from '../../../stores/server-cache/strategy-titles.ts'
import type { KnownEffects } from '../../../stores/server-cache/what-ifs.ts'
import type { TimelineView } from '../../../stores/session/timeline-store.ts'
import { useEffectColors } from '../../../stores/session/what-if/what-if-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { IconButton } from '../../../widgets/controls/icon-button.tsx'
import { Select } from '../../../widgets/controls/select.tsx'
import { RunPlayback } from '../../playback/playback-bar.tsx'
import type { BoardProps } from '../board-props.ts'
import type { TimelineCanvas } from '../canvas/timeline-canvas.ts'
import { useCanvasState } from '../canvas/use-canvas-state.ts'
import type { TimelineRun } from '../canvas/use-timeline-run.ts'
import type { SpanFilter } from '../model/legend-kinds.ts'
import styles from '../timeline.module.css'
import { AxisChoice, ViewChoice } from './axis-choice.tsx'
import { EffectButton, EffectLegend } from './effect-legend.tsx'
import { FindBox } from './find-box.tsx'
import { Legend } from './legend.tsx'
import { PathButton, pathText } from './path-button.tsx'
import { RangeSums } from './range-sums.tsx'
import { RunTotal } from './run-total.tsx'

interface ToolbarProps extends Omit<BoardProps, 'strip'> {
  readonly canvas: TimelineCanvas | null
  readonly shownAs: TimelineView
  /** The kind of spans that is highlighted. */
  readonly only: SpanFilter | null
  readonly onOnly: (filter: SpanFilter | null) => void
  /** The critical path; null while it is hidden. */
  readonly path: CriticalPath | null
  /** What what-ifs found of its steps; null for nothing. */
  readonly effects: KnownEffects | null
  readonly words: string | null
  readonly setWords: (words: string | null) => void
  readonly found: readonly number[] | null
  readonly step: (by: 1 | -1) => void
}

export function Toolbar(props: ToolbarProps) {
  const { shown, view, live, canvas, shownAs, only, onOnly, words, setWords, found, step, path, effects } = props
  const byEffect = useEffectColors((state) => state.on) && effects !== null && shownAs !== 'summary'
  const played = useIsPlayedBack(props.run.id)
  return (
    <header className={styles.toolbar}>
      <h2 className={styles.title}>Timeline</h2>
      <RunPicker shown={shown} />
      <RunPlayback runId={props.run.id} />
      {canvas !== null && <Movement canvas={canvas} live={live} />}
      {words === null ? (
        <IconButton small label="Find in the timeline" keys="/" onClick={() => setWords('')}>
          <Search aria-hidden="true" />
        </IconButton>
      ) : (
        <FindBox words={words} found={found} onWords={setWords} onStep={step} runId={props.run.id} view={view} />
      )}
      {!played && <AxisChoice />}
      <ViewChoice />
      <RunTotal runId={props.run.id} view={view} canvas={live ? canvas : null} />
      <Reading runId={props.run.id} />
      <span className={styles.spring} />
      {!played && (
        <PathButton text={path === null ? null : pathText(path)} onShow={(on) => onOnly(on ? 'path' : null)} />
      )}
      {effects !== null && shownAs !== 'summary' && <EffectButton />}
      {byEffect && <EffectLegend runId={props.run.id} view={view} known={effects} />}
      {!played && !byEffect && shownAs !== 'summary' && (
        <RangeOrLegend canvas={canvas} view={view} only={only} onOnly={onOnly} />
      )}
    </header>
  )
}

/** Loading progress of a long run. */
function Reading({ runId }: { readonly runId: string }) {
  const part = useLoading((loading) => loading[runId]?.part)
  if (part === undefined) return null
  return <span className={styles.reading} data-reading="">{`reading ${Math.floor(part * 100)} %`}</span>
}

function Movement({ canvas, live }: { canvas: TimelineCanvas; live: boolean }) {
  const mode = useStore(canvas.state, (state) => state.mode)
  return (
    <>
      <Button
        small
        look="quiet"
        icon={<Maximize2 aria-hidden="true" />}
        aria-pressed={mode === 'fit'}
        aria-label="Fit"
        title="Show the whole run (0)"
        onClick={() => canvas.fit()}
      >
        <span className={styles.narrow}>Fit</span>
      </Button>
      {live && (
        <Button
          small
          look="quiet"
          icon={<ArrowRightToLine aria-hidden="true" />}
          aria-pressed={mode === 'follow'}
          title="Keep the latest in view (F)"
          onClick={() => canvas.follow()}
        >
          Follow
        </Button>
      )}
    </>
  )
}

function RangeOrLegend({ canvas, view, only, onOnly }: Pick<ToolbarProps, 'canvas' | 'view' | 'only' | 'onOnly'>) {
  const range = useCanvasState(canvas, (state) => state?.range ?? null)
  if (range === null || canvas === null) return <Legend views={[view]} only={only} onOnly={onOnly} />
  return <RangeSums range={range} view={view} nowMs={canvas.nowMs()} onClose={() => canvas.setRange(null)} />
}

/** Selects the run of the shown turn to draw; hidden unless the turn has several. Turns are selected in their strip. */
function RunPicker({ shown }: { shown: TimelineRun }) {
  const { run, choices, pick } = shown
  const title = useStrategyTitle()
  if (run === null || choices.length === new Set(choices.map(({ turn }) => turn)).size) return null
  const turn = choices.find((each) => each.run.id === run.id)?.turn
  return (
    <Select
      name="Run on the timeline"
      look="quiet"
      side="top"
      value={run.id}
      shown={turn === undefined ? undefined : `Turn ${turn}`}
      onChange={pick}
      choices={choices.map((each) => ({
        value: each.run.id,
        label: `Turn ${each.turn}: ${shortenMiddle(each.message.replace(/\s+/g, ' '), 48)}`,
        summary: title(each.run.strategy),
      }))}
    />
  )
}
