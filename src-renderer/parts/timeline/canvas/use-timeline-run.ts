import { useEffect, useRef, useState } from 'react'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import { select, useSelection } from '../../../stores/session/selection-store.ts'
import { chooseRun, useBranch, useShownRun } from '../../../stores/session/turns.ts'

export interface TimelineRun {
  readonly run: Run | null
  /** All runs of the shown branch, oldest first, each with its turn's number and message. */
  readonly choices: readonly { readonly run: Run; readonly turn: number; readonly message: string }[]
  readonly pick: (runId: string) => void
}

/**
 * The run to draw: the chosen one or that of the selected span, else the newest. A new run replaces it when it starts.
 */
export function useTimelineRun(): TimelineRun {
  const branch = useBranch()
  const newest = useShownRun()
  const selectedIn = useSelection(({ selected }) => selected?.runId ?? null)
  const [picked, pick] = useState<string | null>(null)
  useEffect(() => {
    if (selectedIn !== null) pick(selectedIn)
  }, [selectedIn])
  const newestId = newest?.id ?? null
  const before = useRef(newestId)
  useEffect(() => {
    pick(null)
    // A selection in the previous run does not carry over.
    if (before.current !== null && before.current !== newestId) select(null)
    before.current = newestId
  }, [newestId])
  const choices = branch.flatMap((turn, index) =>
    turn.runs.map((run) => ({ run, turn: index + 1, message: turn.message })),
  )
  const choose = (runId: string) => {
    const run = choices.find((each) => each.run.id === runId)?.run
    if (run !== undefined) chooseRun(run.turnId, run.id)
    pick(runId)
  }
  return { run: choices.find(({ run }) => run.id === picked)?.run ?? newest, choices, pick: choose }
}
