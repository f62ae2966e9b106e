import type { BatchView } from '../../../../src-shared/api/comparison-requests.ts'
import { laneName } from '../../../../src-shared/comparison/lane-results.ts'
import { knownCost, knownTokens } from '../../../../src-shared/run/totals-text.ts'
import type { StrategyInfo } from '../../../../src-shared/strategy/strategy-info.ts'
import { strategyTitle, type TitledStrategy } from '../../../../src-shared/strategy/strategy-title.ts'
import { taskVersion } from '../../comparisons/task-sets/task-version.ts'
import { type Cell, type CellKind, variedColumns } from './varied-columns.ts'

/** One trial as a row of a table, by column; what is not known or not reported is null, never 0. */
export type TrialRow = { readonly [column: string]: Cell }

/** Trials as a table. */
export interface TrialTable {
  readonly columns: readonly { readonly name: string; readonly kind: CellKind }[]
  readonly rows: readonly TrialRow[]
}

/** The columns that every table has, and their types, in their order. */
const trialColumns = {
  batch: 'text',
  batch_name: 'text',
  seed: 'whole',
  number: 'whole',
  task_id: 'text',
  task: 'text',
  task_set: 'text',
  task_version: 'text',
  repeat: 'whole',
  lane: 'text',
  lane_name: 'text',
  strategy: 'text',
  options: 'text',
  models: 'text',
  state: 'text',
  success: 'truth',
  score: 'number',
  run_status: 'text',
  failure: 'text',
  work_ms: 'number',
  model_ms: 'number',
  tool_ms: 'number',
  model_calls: 'whole',
  tool_calls: 'whole',
  tool_failures: 'whole',
  tokens: 'whole',
  input_tokens: 'whole',
  cached_input_tokens: 'whole',
  output_tokens: 'whole',
  cost_usd: 'number',
  files_changed: 'whole',
  lines_added: 'whole',
  lines_removed: 'whole',
  run: 'text',
} as const satisfies { readonly [column: string]: CellKind }

type TrialColumn = keyof typeof trialColumns

/**
 * The trials of a batch in the order of its plan, and after what is known of each trial, what the lanes differ in.
 * @param known to call strategies by their titles, and for the defaults of their options
 */
export function trialTable({ batch, trials }: BatchView, known: readonly StrategyInfo[]): TrialTable {
  const varied = variedColumns(batch.lanes, known)
  const common = Object.entries(trialColumns).map(([name, kind]) => ({ name, kind }))
  return {
    columns: [...common, ...varied.map(({ name, kind }) => ({ name, kind }))],
    rows: trials.map((trial) => ({
      ...rowOf({ batch, trial, known }),
      ...Object.fromEntries(varied.map(({ name, values }) => [name, values.get(trial.lane) ?? null])),
    })),
  }
}

function rowOf({
  batch,
  trial,
  known,
}: {
  readonly batch: BatchView['batch']
  readonly trial: BatchView['trials'][number]
  readonly known: readonly TitledStrategy[]
}): { readonly [C in TrialColumn]: Cell } {
  const task = batch.tasks.find(({ id }) => id === trial.taskId)
  const planned = batch.lanes.find(({ label }) => label === trial.lane)
  const lane = planned === undefined ? undefined : { ...planned, ...planned.picks?.[trial.taskId] }
  const { result } = trial
  const totals = result?.totals
  const tokens = totals === undefined ? null : knownTokens(totals)
  const reported = <T>(value: T | undefined): T | null => (tokens === null ? null : (value ?? null))
  return {
    batch: batch.id,
    batch_name: batch.name,
    seed: batch.seed,
    number: trial.number,
    task_id: trial.taskId,
    task: task?.name ?? null,
    task_set: task?.set ?? null,
    task_version: task === undefined ? null : taskVersion(task),
    repeat: trial.repeat,
    lane: trial.lane,
    lane_name: planned === undefined ? null : laneName(planned, known),
    strategy: lane === undefined ? null : strategyTitle(lane.choice, known),
    options: lane === undefined ? null : JSON.stringify(lane.choice),
    models: lane === undefined ? null : JSON.stringify(modelsOf(lane.bound)),
    state: trial.state,
    success: result?.success ?? null,
    score: result?.check?.score ?? null,
    run_status: result?.status ?? null,
    failure: trial.failure?.kind ?? null,
    work_ms: result?.workMs ?? null,
    model_ms: totals?.modelMs ?? null,
    tool_ms: totals?.toolMs ?? null,
    model_calls: totals?.modelCalls ?? null,
    tool_calls: totals?.toolCalls ?? null,
    tool_failures: totals?.toolFailures ?? null,
    tokens,
    input_tokens: reported(totals?.input),
    cached_input_tokens: reported(totals?.cachedInput),
    output_tokens: reported(totals?.output),
    cost_usd: totals === undefined ? null : knownCost(totals),
    files_changed: result?.changes?.files ?? null,
    lines_added: result?.changes?.added ?? null,
    lines_removed: result?.changes?.removed ?? null,
    run: trial.runId,
  }
}

const modelsOf = (bound: BatchView['batch']['lanes'][number]['bound']) =>
  Object.fromEntries(Object.entries(bound).map(([role, { model }]) => [role, model]))
