import path from 'node:path'
import { openStore } from '../../../src-main/store/open-store.ts'
import type { Store } from '../../../src-main/store/store.ts'
import { buildStrategy } from '../../../src-main/strategy/registry.ts'
import type { BoundLane } from '../../../src-shared/comparison/comparison.ts'
import type { Batch, BatchTask, Trial } from '../../../src-shared/comparison/comparison-batch.ts'
import { laneLabelAt } from '../../../src-shared/comparison/lane-label.ts'
import { wrapInConversation } from '../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { defaultBudget } from '../../../src-shared/strategy/task.ts'
import { madeBatch, madeResult } from '../agent/sample-trials.ts'

export interface SeededLane {
  readonly choice: StrategyChoice
  /** Of the one profile that it works with. */
  readonly profile: { readonly id: string; readonly name: string; readonly model: string }
  /** Of the strategy; left out: the present one. */
  readonly version?: string
  /** Null: the trial doesn’t count. */
  readonly isDone: (task: number, repeat: number) => boolean | null
  /** Null: not known. */
  readonly cost?: number | null
}

export interface SeededTrials {
  readonly folder: string
  readonly set: string
  readonly tasks: number
  readonly repeats: number
  readonly lanes: readonly SeededLane[]
  /** Part of the ids, so that several can be seeded. */
  readonly name?: string
  /** When the trials began, ms since 1970. */
  readonly at?: number
}

export const seededSnapshot = 'f'.repeat(40)

/** Keeps tasks and a batch of ended trials, without running anything, before an app opens the data folder. */
export function seedTrials(home: string, seed: SeededTrials): void {
  const store = openStore(path.join(home, 'stratagem.db'))
  try {
    store.transaction(() => putTrials(store, seed))
  } finally {
    store.close()
  }
}

function putTrials(
  store: Store,
  { folder, set, tasks: count, repeats, lanes: wanted, name = 'seeded', at: createdAt = 1 }: SeededTrials,
) {
  const project = store.projects.byFolder(folder) ?? {
    id: 'proj_seeded',
    folder,
    name: 'Seeded',
    openedAt: 1,
  }
  store.projects.save(project)
  const conversationId = `conv_${name}`
  store.conversations.create({ id: conversationId, projectId: project.id, title: `Trials: ${name}`, createdAt: 1 })
  const tasks = Array.from({ length: count }, (_, at) => taskAt(set, at))
  for (const task of tasks) store.tasks.save({ ...task, projectId: project.id, createdAt: 1 })
  const lanes = wanted.map(laneAt)
  const trials = tasks.flatMap((task, at) =>
    Array.from({ length: repeats }, (_, repeat) => repeat).flatMap((repeat) =>
      wanted.map((lane, place): Trial => {
        const number = (at * repeats + repeat) * wanted.length + place
        const { isDone, cost = 0.01 } = lane
        const success = isDone(at, repeat)
        const common = { number, taskId: task.id, repeat, lane: laneLabelAt(place), runId: null }
        if (success === null) return { ...common, state: 'void', failure: unreachable, result: null }
        const result = madeResult({ success, workMs: 60_000 + 1000 * place + 10 * number, cost })
        return { ...common, state: 'done', failure: null, result: { ...result, strategyVersion: versionOf(lane) } }
      }),
    ),
  )
  const left = trials.filter(({ state }) => state === 'void').length
  const counts = { done: trials.length - left, void: left, running: 0, planned: trials.length, asking: 0 }
  const batch: Batch = madeBatch({
    id: `batch_${name}`,
    projectId: project.id,
    conversationId,
    name,
    lanes,
    tasks,
    repeats,
    counts,
    createdAt,
  })
  store.batches.create(batch, trials, 'host_gone')
}

const unreachable = {
  kind: 'model-unreachable',
  message: 'The endpoint did not answer.',
  advice: 'Try again.',
} as const

const taskAt = (set: string, at: number): BatchTask & { readonly from: string } => ({
  id: `${set}-${at}`,
  name: `Task ${at + 1}`,
  message: `Do task ${at + 1}.`,
  from: seededSnapshot,
  check: { command: 'test -e done.txt', scorePattern: null, better: 'higher', timeLimitMs: 60_000 },
  turnId: null,
  set,
})

function laneAt({ choice, profile }: SeededLane, at: number): BoundLane {
  const bound = { default: { profileId: profile.id, profileName: profile.name, model: profile.model } }
  const set = { name: '', strategy: choice, roles: { default: profile.id }, temperature: null, reasoningEffort: null }
  return { ...set, label: laneLabelAt(at), choice, bound, budget: defaultBudget }
}

function versionOf({ choice, version }: SeededLane): string {
  const built = buildStrategy(wrapInConversation(choice))
  if (!built.ok) throw new Error(built.failure.message)
  return version ?? built.version
}
