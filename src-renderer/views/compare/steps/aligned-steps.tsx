import { ChevronDown, ChevronRight, GitFork, Pencil, Split, Terminal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDuration } from '../../../../src-shared/base/format.ts'
import type { Action } from '../../../run/lane-actions.ts'
import type { AlignedSection, LaneAlignment } from '../../../run/lane-alignment.ts'
import { canForkAt, openFork } from '../../../stores/session/fork-store.ts'
import { showIn } from '../../../stores/session/selection-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'
import { LaneBadge } from '../results/lane-badge.tsx'
import styles from './aligned-steps.module.css'
import { differenceText } from './difference-text.ts'
import { FailingTests } from './failing-tests.tsx'
import type { AlignedLane } from './use-aligned-lanes.ts'

interface Props {
  readonly lanes: readonly AlignedLane[]
  readonly alignment: LaneAlignment
}

/** The lanes' actions side by side: equal ones are folded, and the first difference that matters is open. */
export function AlignedSteps({ lanes, alignment: { sections: stretches, first, firstDeeds } }: Props) {
  const columns = { gridTemplateColumns: `repeat(${lanes.length}, minmax(0, 1fr))` }
  return (
    <section className={styles.steps} aria-label="Steps side by side">
      <div className={styles.heads} style={columns}>
        {lanes.map(({ label, name }) => (
          <h3 key={label}>
            <LaneBadge label={label} />
            <span>{name}</span>
          </h3>
        ))}
      </div>
      {lanes.some(({ failing }) => failing.length > 0) && (
        <div className={styles.row} style={columns}>
          {lanes.map(({ label, failing }) => (
            <FailingTests key={label} label={label} failing={failing} />
          ))}
        </div>
      )}
      {stretches.map((stretch, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is identified by its position
        <div key={at}>
          {at === first && <FirstDifference lanes={lanes} actions={firstDeeds} />}
          {stretch.kind === 'same' ? (
            <Same lanes={lanes} stretch={stretch} />
          ) : (
            <div className={styles.row} style={columns}>
              {lanes.map((lane, index) => (
                <Apart
                  key={lane.label}
                  lane={lane}
                  actions={stretch.actions[index] ?? []}
                  open={at === first ? (firstDeeds[index] ?? null) : null}
                />
              ))}
            </div>
          )}
        </div>
      ))}
    </section>
  )
}

const bothOrAll = (count: number) => (count === 2 ? 'both' : `all ${count}`)
const spent = (actions: readonly Action[]) => formatDuration(actions.reduce((sum, { ms }) => sum + ms, 0))
const summary = (actions: readonly Action[]) => actions.map(({ text }) => text).join(', ')

interface FoldProps {
  readonly name: string
  readonly text: string
  readonly time: string
  readonly children: ReactNode
}

/** One line that opens in place. */
function Fold({ name, text, time, children }: FoldProps) {
  const [open, setOpen] = useState(false)
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <div className={styles.fold}>
      <button type="button" className={styles.foldLine} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Chevron size={14} aria-hidden="true" />
        <b>{name}</b>
        <span className={styles.foldText} title={text}>
          {text}
        </span>
        <span className={styles.time}>{time}</span>
      </button>
      {open && children}
    </div>
  )
}

function Same({ lanes, stretch }: { readonly lanes: readonly AlignedLane[]; readonly stretch: AlignedSection }) {
  const [own = []] = stretch.actions
  const [lane] = lanes
  const answer = own.find(({ kind }) => kind === 'answer')
  const steps = own.filter((each) => each !== answer)
  const times = lanes.map(({ label }, at) => `${label} ${spent(stretch.actions[at] ?? [])}`).join(' · ')
  return (
    <>
      {steps.length > 0 && (
        <div className={styles.same}>
          <Fold name={`Same in ${bothOrAll(lanes.length)}`} text={summary(steps)} time={times}>
            {lane !== undefined && <ActionList runId={lane.runId} actions={steps} />}
          </Fold>
        </div>
      )}
      {answer !== undefined && (
        <div className={styles.answer}>
          <StreamedMarkdown streaming={false} text={answer.text} />
        </div>
      )}
    </>
  )
}

interface ApartProps {
  readonly lane: AlignedLane
  readonly actions: readonly Action[]
  /** The open one; null for none. */
  readonly open: Action | null
}

/** What only one lane did here; a hatched area in the lanes without an action. */
function Apart({ lane, actions, open }: ApartProps) {
  if (actions.length === 0) return <div className={styles.blank} role="img" aria-label={`Nothing in ${lane.label}`} />
  const answer = actions.find(({ kind }) => kind === 'answer')
  const at = open === null ? -1 : actions.indexOf(open)
  const [before, after] = [actions.slice(0, Math.max(0, at)), actions.slice(at + 1)].map((part) =>
    part.filter((each) => each !== answer),
  )
  const fold = (part: readonly Action[] | undefined) =>
    part !== undefined &&
    part.length > 0 && (
      <Fold name={`Only ${lane.label}`} text={summary(part)} time={spent(part)}>
        <ActionList runId={lane.runId} actions={part} />
      </Fold>
    )
  return (
    <div className={styles.apart}>
      {fold(before)}
      {open !== null && open.kind !== 'answer' && <ActionCard lane={lane} action={open} />}
      {fold(after)}
      {answer !== undefined && (
        <div className={styles.answer}>
          <StreamedMarkdown streaming={false} text={answer.text} />
        </div>
      )}
    </div>
  )
}

const show = (runId: string, action: Action) => {
  if (action.path !== null) showIn('timeline', { runId, path: action.path })
}

function ActionList({ runId, actions }: { readonly runId: string; readonly actions: readonly Action[] }) {
  return (
    <ul className={styles.actions}>
      {actions.map((action) => (
        <li key={action.path ?? action.key}>
          <button type="button" onClick={() => show(runId, action)}>
            <span>{action.text}</span>
            <span className={styles.time}>{formatDuration(action.ms)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** An open step: what was done, and why, in the agent's own words. */
function ActionCard({ lane, action }: { readonly lane: AlignedLane; readonly action: Action }) {
  const Icon = action.kind === 'edit' ? Pencil : Terminal
  const step = action.path === null ? null : { runId: lane.runId, path: action.path }
  return (
    <div className={styles.carded}>
      <button type="button" className={styles.card} data-kind={action.kind} onClick={() => show(lane.runId, action)}>
        <span className={styles.cardHead}>
          <Icon size={13} aria-hidden="true" />
          <b>{action.text}</b>
          <span className={styles.time}>at {formatDuration(action.startMs)}</span>
        </span>
        {action.message !== '' && <span className={styles.message}>{firstWords(action.message)}</span>}
      </button>
      {step !== null && canForkAt(step) && (
        <Button small look="quiet" icon={<GitFork aria-hidden="true" />} onClick={() => openFork(step)}>
          Branch from here…
        </Button>
      )}
    </div>
  )
}

const firstWords = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 180 ? `${line.slice(0, 179)}…` : line
}

function FirstDifference({
  lanes,
  actions,
}: {
  readonly lanes: readonly AlignedLane[]
  readonly actions: readonly (Action | null)[]
}) {
  return (
    <p className={styles.first}>
      <span className={styles.pill}>
        <Split size={12} aria-hidden="true" />
        First difference that matters
      </span>
      {differenceText(
        lanes.map(({ label }) => label),
        actions,
      )}
    </p>
  )
}
