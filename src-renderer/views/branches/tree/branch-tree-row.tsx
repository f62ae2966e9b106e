import { Archive, GitFork, Layers2, Star } from 'lucide-react'
import { formatChange, formatCost, formatDuration } from '../../../../src-shared/base/format.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import type { ConversationTree, Run, Turn, TurnMark } from '../../../../src-shared/run/conversation.ts'
import { runTime } from '../../../../src-shared/run/time/run-time.ts'
import { goToTurn } from '../../../parts/branches/go-to-turn.ts'
import { StatusDot } from '../../../parts/history/status-dot.tsx'
import { modelsInShort } from '../../../run/run-models.ts'
import { runStateText } from '../../../run/run-state-text.ts'
import { useStrategyTitle } from '../../../stores/server-cache/strategy-titles.ts'
import { firstWords, markOf, markTurn } from '../../../stores/session/branches.ts'
import { newestRun } from '../../../stores/session/turns.ts'
import { EditInPlace } from '../../../widgets/controls/edit-in-place.tsx'
import { cx } from '../../../widgets/cx.ts'
import { BranchMenu } from './branch-menu.tsx'
import type { BranchRow } from './branch-rows.ts'
import styles from './branches.module.css'
import { graphWidth, LaneLines, laneX } from './lane-lines.tsx'

export const rowId = (turnId: string) => `branch-${turnId}`

interface Props {
  readonly tree: ConversationTree
  readonly row: BranchRow
  /** Number of lanes in the whole tree. */
  readonly lanes: number
  readonly place: { readonly start: number; readonly height: number; readonly index: number; readonly of: number }
  /** Whether it is the active row of keyboard navigation. */
  readonly active: boolean
  readonly shown: 'end' | 'path' | 'no'
  /** The lane in which the shown branch passes this row. */
  readonly shownPassing: number | null
  readonly renaming: boolean
  readonly onPoint: () => void
  readonly onRename: (open: boolean) => void
  readonly onDelete: () => void
}

/** One turn: the message, the strategy, the outcome, its cost and its changes. */
export function BranchTreeRow(props: Props) {
  const { tree, row, lanes, place, active, shown, shownPassing, renaming, onPoint, onRename, onDelete } = props
  const { turn } = row
  const run = newestRun(turn)
  const { name, starred, archived } = markOf(turn)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keyboard and selects by Enter.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active item.
    <div
      id={rowId(turn.id)}
      role="treeitem"
      aria-level={row.lane + 1}
      aria-selected={shown === 'end'}
      aria-setsize={place.of}
      aria-posinset={place.index + 1}
      className={cx(styles.row, styles[shown], active && styles.active, archived && styles.archived)}
      style={{ transform: `translateY(${place.start}px)`, height: place.height }}
      onClick={() => {
        onPoint()
        goToTurn(turn.id)
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        onPoint()
        event.currentTarget.querySelector<HTMLElement>('button[aria-haspopup]')?.click()
      }}
    >
      <LaneLines {...{ row, lanes, shown, shownPassing }} height={place.height} />
      <span className={styles.dot} style={{ left: laneX(row.lane) }}>
        <StatusDot status={run?.status ?? null} />
      </span>
      <div className={styles.text} style={{ paddingLeft: graphWidth(lanes) }}>
        <div className={styles.first}>
          {starred && <Star className={styles.star} aria-hidden="true" />}
          {renaming ? (
            <EditInPlace
              label="Name of the branch"
              value={name ?? ''}
              optional
              className={styles.field}
              onDone={(next) => {
                onRename(false)
                if (next !== null) void markTurn(turn, { name: next === '' ? null : next })
              }}
            />
          ) : (
            name !== null && <b className={styles.name}>{revealHidden(name)}</b>
          )}
          {!renaming && <span className={styles.message}>{revealHidden(firstWords(turn.message))}</span>}
          {archived && <Archive className={styles.sign} aria-hidden="true" />}
        </div>
        <Facts run={run} turn={turn} />
        <span className="unseen">{unseenText(run, markOf(turn), shown)}</span>
      </div>
      <BranchMenu {...{ tree, turn }} onRename={() => onRename(true)} onDelete={onDelete} />
    </div>
  )
}

function Facts({ run, turn }: { readonly run: Run | null; readonly turn: Turn }) {
  const title = useStrategyTitle()
  if (run === null) return <div className={styles.facts}>no answer yet</div>
  return (
    <div className={styles.facts}>
      {run.forkedFrom !== undefined && <GitFork className={styles.sign} aria-hidden="true" />}
      {run.workspaceId !== undefined && <Layers2 className={styles.sign} aria-hidden="true" />}
      <span className={styles.who}>
        {run.status !== 'completed' && `${runStateText[run.status]} · `}
        {title(run.strategy)} · {modelsInShort(run)}
        {turn.runs.length > 1 && ` · ${turn.runs.length} runs`}
      </span>
      <span className={cx('figure', styles.figures)} title={startedAt(run)}>
        {figuresOf(run).join(' ')}
      </span>
    </div>
  )
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const startedAt = (run: Run): string => `Started ${moment.format(run.startedAt)}`

function figuresOf(run: Run): string[] {
  const { cost } = run.totals
  const { changes } = run
  return [
    ...(changes === null || changes.files === 0 ? [] : [formatChange(changes.added, changes.removed)]),
    ...(cost === null || cost === 0 ? [] : [formatCost(cost)]),
    formatDuration(runTime(run).workMs),
  ]
}

/** A description of what is conveyed by signs and position. */
function unseenText(run: Run | null, { starred, archived }: TurnMark, shown: Props['shown']): string {
  return [
    ...(run === null ? [] : [runStateText[run.status]]),
    ...(starred ? ['starred'] : []),
    ...(archived ? ['archived'] : []),
    ...(run?.forkedFrom === undefined ? [] : ['branched from a step']),
    ...(run?.workspaceId === undefined ? [] : ['in an isolated copy']),
    ...(shown === 'no' ? [] : ['in the shown branch']),
  ].join(', ')
}
