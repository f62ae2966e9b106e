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
export function AlignedSteps({ lanes, alignment: { stretches, first, firstDeeds } }: Props) {
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
          {at === first && <FirstDifference lanes={lanes} deeds={firstDeeds} />}
          {stretch.kind === 'same' ? (
            <Same lanes={lanes} stretch={stretch} />
          ) : (
            <div className={styles.row} style={columns}>
              {lanes.map((lane, index) => (
                <Apart
                  key={lane.label}
                  lane={lane}
                  deeds={stretch.deeds[index] ?? []}
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
const spent = (deeds: readonly Action[]) => formatDuration(deeds.reduce((sum, { ms }) => sum + ms, 0))
const summary = (deeds: readonly Action[]) => deeds.map(({ text }) => text).join(', ')

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
  const [own = []] = stretch.deeds
  const [lane] = lanes
  const answer = own.find(({ kind }) => kind === 'answer')
  const steps = own.filter((each) => each !== answer)
  const times = lanes.map(({ label }, at) => `${label} ${spent(stretch.deeds[at] ?? [])}`).join(' · ')
  return (
    <>
      {steps.length > 0 && (
        <div className={styles.same}>
          <Fold name={`Same in ${bothOrAll(lanes.length)}`} text={summary(steps)} time={times}>
            {lane !== undefined && <DeedList runId={lane.runId} deeds={steps} />}
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
  readonly deeds: readonly Action[]
  /** The open one; null for none. */
  readonly open: Action | null
}

/** What only one lane did here; a hatched area in the lanes without an action. */
function Apart({ lane, deeds, open }: ApartProps) {
  if (deeds.length === 0) return <div className={styles.blank} role="img" aria-label={`Nothing in ${lane.label}`} />
  const answer = deeds.find(({ kind }) => kind === 'answer')
  const at = open === null ? -1 : deeds.indexOf(open)
  const [before, after] = [deeds.slice(0, Math.max(0, at)), deeds.slice(at + 1)].map((part) =>
    part.filter((each) => each !== answer),
  )
  const fold = (part: readonly Action[] | undefined) =>
    part !== undefined &&
    part.length > 0 && (
      <Fold name={`Only ${lane.label}`} text={summary(part)} time={spent(part)}>
        <DeedList runId={lane.runId} deeds={part} />
      </Fold>
    )
  return (
    <div className={styles.apart}>
      {fold(before)}
      {open !== null && open.kind !== 'answer' && <DeedCard lane={lane} deed={open} />}
      {fold(after)}
      {answer !== undefined && (
        <div className={styles.answer}>
          <StreamedMarkdown streaming={false} text={answer.text} />
        </div>
      )}
    </div>
  )
}

const show = (runId: string, deed: Action) => {
  if (deed.path !== null) showIn('timeline', { runId, path: deed.path })
}

function DeedList({ runId, deeds }: { readonly runId: string; readonly deeds: readonly Action[] }) {
  return (
    <ul className={styles.deeds}>
      {deeds.map((deed) => (
        <li key={deed.path ?? deed.key}>
          <button type="button" onClick={() => show(runId, deed)}>
            <span>{deed.text}</span>
            <span className={styles.time}>{formatDuration(deed.ms)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** An open step: what was done, and why, in the agent's own words. */
function DeedCard({ lane, deed }: { readonly lane: AlignedLane; readonly deed: Action }) {
  const Icon = deed.kind === 'edit' ? Pencil : Terminal
  const step = deed.path === null ? null : { runId: lane.runId, path: deed.path }
  return (
    <div className={styles.carded}>
      <button type="button" className={styles.card} data-kind={deed.kind} onClick={() => show(lane.runId, deed)}>
        <span className={styles.cardHead}>
          <Icon size={13} aria-hidden="true" />
          <b>{deed.text}</b>
          <span className={styles.time}>at {formatDuration(deed.startMs)}</span>
        </span>
        {deed.said !== '' && <span className={styles.said}>{firstWords(deed.said)}</span>}
      </button>
      {step !== null && canForkAt(step) && (
        <Button small look="quiet" icon={<GitFork aria-hidden="true" />} onClick={() => openFork(step)}>
          Branch from here
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
  deeds,
}: {
  readonly lanes: readonly AlignedLane[]
  readonly deeds: readonly (Action | null)[]
}) {
  return (
    <p className={styles.first}>
      <span className={styles.pill}>
        <Split size={12} aria-hidden="true" />
        First difference that matters
      </span>
      {differenceText(
        lanes.map(({ label }) => label),
        deeds,
      )}
    </p>
  )
}
