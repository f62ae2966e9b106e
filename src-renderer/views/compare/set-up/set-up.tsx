import { useEffect, useRef, useState } from 'react'
import { type Failure, failureFrom } from '../../../../src-shared/base/failure.ts'
import type { LaneSetUp } from '../../../../src-shared/comparison/comparison.ts'
import type { Batch, KeptTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import { maxComparedLanes } from '../../../../src-shared/comparison/lane-label.ts'
import { namedLanes } from '../../../../src-shared/comparison/lane-titles.ts'
import { useComposer } from '../../../parts/choices/use-composer.ts'
import { laneOf, nextStrategy, type SharedDraft, useSharedDraft, withCheck } from '../../../parts/lanes/lane-drafts.ts'
import { ImageList } from '../../../parts/mentions/image-list.tsx'
import { startBatch, useBatches } from '../../../stores/server-cache/batches.ts'
import { type CompareOrigin, startComparison } from '../../../stores/server-cache/comparisons.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { changeDraft } from '../../../stores/session/draft-store.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { matchesKeys } from '../../../widgets/keys.ts'
import compare from '../compare.module.css'
import { CompareHeader } from '../compare-header.tsx'
import { Foot } from './foot.tsx'
import { JudgeRow } from './judge-row.tsx'
import { LanesPart } from './lanes/lanes-part.tsx'
import { lanesRequest, scoreProblem, trialsRequest } from './lanes-request.ts'
import { MoreSettings } from './more-settings.tsx'
import { RepeatsRow } from './repeats-row.tsx'
import styles from './set-up.module.css'
import { useSweepKnown } from './sweep/use-sweep-known.ts'
import { TasksPart } from './tasks-part.tsx'
import { draftOf, isMany, oneTrial, sharedOf, type TrialsDraft } from './trials-draft.ts'

const noTasks: readonly KeptTask[] = []

interface Props {
  readonly origin: CompareOrigin
  readonly message: string
  /** The initial lanes; null for the composer's choice and one alternative. */
  readonly begun: readonly LaneSetUp[] | null
  /** The initial number of repeats per lane. */
  readonly repeats: number
  /** Ids of saved tasks that are chosen at first. */
  readonly chosen: readonly string[]
  /** Trials whose settings these begin with; null: none. */
  readonly again: Batch | null
}

/** The setup of a comparison, in the order of the decisions: the task, who does it, how it is judged, how often. */
export function SetUp({ origin, message: prefilled, begun, repeats, chosen, again }: Props) {
  const { choices, key } = useComposer()
  const known = useSweepKnown()
  const projectId = useWorkbench((state) => state.project?.id ?? '')
  const found = valueOr(useAnswer('project-test-command', { projectId }).answer, null)
  const [message, setMessage] = useState(prefilled)
  const [lanes, setLanes] = useState<readonly LaneSetUp[]>(() => {
    if (begun !== null) return begun
    const first = laneOf(choices.pick, choices.roles)
    return [first, laneOf(nextStrategy([first]), choices.roles)]
  })
  // Lanes that are changed by hand are not those of the sweep any more.
  const [made, setMade] = useState({ lanes, sweep: again?.sweep ?? null })
  const [around, setAround] = useState(() => {
    const { approval, mode } = again ?? choices
    return { approval, mode }
  })
  const [stored, store] = useSharedDraft(projectId)
  // What was once started with goes before what the project had last, and does not change that.
  const [own, setOwn] = useState<Partial<SharedDraft>>(() =>
    again === null
      ? {}
      : sharedOf(
          again,
          again.tasks.find(({ id }) => !chosen.includes(id)),
        ),
  )
  const draft = { ...stored, ...own }
  const change = (part: Partial<SharedDraft>) => {
    setOwn((before) => ({ ...before, ...part }))
    store(part)
  }
  const shared = withCheck(draft, found?.command ?? null)
  const [trials, setTrials] = useState<TrialsDraft>(() =>
    again === null ? { ...oneTrial, repeats, more: chosen } : draftOf(again, chosen),
  )
  const [writes, setWrites] = useState(chosen.length === 0 || prefilled.trim() !== '')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [starting, setStarting] = useState(false)
  const asks = message.trim() !== '' || trials.more.length > 0
  const problem = asks ? scoreProblem(shared) : 'Write the message first.'
  const many = isMany(trials) || lanes.length > maxComparedLanes
  const putTrials = (part: Partial<TrialsDraft>) => setTrials((before) => ({ ...before, ...part }))

  const begin = () => {
    const request = lanesRequest(namedLanes(lanes, known), shared, around)
    const text = message.trim()
    return many
      ? startBatch(origin, text, {
          ...trialsRequest(request, trials, text, valueOr(useBatches.getState().tasks, [])),
          ...(made.sweep !== null && made.lanes === lanes && { sweep: made.sweep }),
        })
      : startComparison(origin, text, request)
  }
  const start = async () => {
    setStarting(true)
    setFailure(null)
    try {
      await begin()
      if (origin.kind === 'message') changeDraft(key, { text: '', images: [] })
    } catch (thrown) {
      setFailure(failureFrom(thrown))
      setStarting(false)
    }
  }
  const kept = useBatches((state) => valueOr(state.tasks, noTasks))
  const hasMessage = message.trim() !== ''
  const tasks = trials.more.length + (hasMessage ? 1 : 0)
  const chosenTasks = kept.filter(({ id }) => trials.more.includes(id))
  const asked = { projectId, lanes: [...lanes], message: '', tasks: hasMessage ? [] : [...trials.more] }
  const estimate = valueOr(useAnswer('comparison-estimate', asked).answer, null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: key events of focused controls inside bubble to it.
    <div
      className={compare.page}
      onKeyDown={(event) => {
        if (matchesKeys(event.nativeEvent, 'mod+Enter') && problem === null && !starting) void start()
      }}
    >
      <CompareHeader title="Compare strategies">{null}</CompareHeader>
      <div className={compare.body}>
        <div className={compare.column}>
          {failure !== null && <FailureAlert failure={failure} />}
          {chosenTasks.length > 0 && (
            <TasksPart tasks={chosenTasks} onMessage={writes ? null : () => setWrites(true)} />
          )}
          {writes && (
            <section className={styles.part} aria-label="Message">
              <h2>Message</h2>
              <Message origin={origin} message={message} onChange={setMessage} />
              {origin.kind === 'message' && <ImageList label="Images for all lanes" images={origin.images ?? []} />}
            </section>
          )}
          <LanesPart
            lanes={lanes}
            setLanes={setLanes}
            around={around}
            asTrials={!isMany(trials)}
            sweep={made.sweep !== null && made.lanes === lanes ? made.sweep : null}
            onSweep={(next, by) => {
              setLanes(next)
              setMade({ lanes: next, sweep: by })
            }}
          />
          <div className={styles.settings}>
            <JudgeRow draft={shared} change={change} found={found} tasks={chosenTasks} hasMessage={hasMessage} />
            <RepeatsRow
              draft={trials}
              change={putTrials}
              lanes={lanes.length}
              tasks={Math.max(1, tasks)}
              known={estimate?.disagreement ?? null}
            />
            <MoreSettings
              draft={draft}
              change={change}
              around={around}
              onAround={setAround}
              many={many}
              trials={trials}
              onTrials={putTrials}
            />
          </div>
        </div>
      </div>
      <Foot
        lanes={lanes}
        trials={many ? trials : null}
        tasks={Math.max(1, tasks)}
        found={estimate}
        problem={problem}
        starting={starting}
        onStart={() => void start()}
      />
    </div>
  )
}

interface MessageProps extends Pick<Props, 'origin' | 'message'> {
  readonly onChange: (message: string) => void
}

/** An earlier turn is compared in its original state: its message, and the files before it. */
function Message({ origin, message, onChange }: MessageProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  // The focused element disappeared with the conversation, so the focus moves here.
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  if (origin.kind === 'turn') return <blockquote className={compare.message}>{message}</blockquote>
  return (
    <textarea
      ref={box}
      className={compare.messageBox}
      aria-label="Message for all lanes"
      placeholder="Message for all lanes"
      rows={2}
      value={message}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
