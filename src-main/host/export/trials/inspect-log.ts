import type { BatchView } from '../../../../src-shared/api/comparison-requests.ts'
import type { JsonObject } from '../../../../src-shared/base/json.ts'
import type { BoundLane } from '../../../../src-shared/comparison/comparison.ts'
import type { Trial } from '../../../../src-shared/comparison/comparison-batch.ts'
import type { LaneLabel } from '../../../../src-shared/comparison/lane-label.ts'
import { laneName } from '../../../../src-shared/comparison/lane-results.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import type { TitledStrategy } from '../../../../src-shared/strategy/strategy-title.ts'
import { taskVersion } from '../../comparisons/task-sets/task-version.ts'
import { inspectEvents, isoTime } from './inspect-events.ts'

/**
 * One lane of a batch as an evaluation log of Inspect, for its viewer and its analysis: a task is a sample, a repeat an
 * epoch. Logs of the other lanes are paired with it by sample and epoch.
 * Source: Inspect's log format, version 2; https://inspect.aisi.org.uk/eval-logs.html
 * @param viewOf the run of a trial; null if there is none
 * @param version of this app
 */
export function inspectLog(
  { batch, trials, results }: BatchView,
  lane: BoundLane,
  viewOf: (runId: string) => RunView | null,
  known: readonly TitledStrategy[],
  version: string,
): JsonObject {
  const own = trials.filter((each) => each.lane === lane.label && (each.state === 'done' || each.state === 'void'))
  const done = own.filter(({ state }) => state === 'done')
  const success = results.lanes.find(({ label }) => label === lane.label)?.success ?? null
  const ids = sampleIds(batch)
  const samples = own.map((trial) => ({
    id: ids.get(trial.taskId) ?? trial.taskId,
    ...sampleOf(batch, trial, trial.runId === null ? null : viewOf(trial.runId)),
  }))
  const created = isoTime(batch.createdAt)
  const name = laneName(lane, known)
  return {
    version: 2,
    status: statusOf(batch.state),
    eval: {
      eval_id: `${batch.id}-${lane.label}`,
      run_id: batch.id,
      created,
      task: batch.name,
      task_id: taskIdOf(batch),
      task_version: 0,
      dataset: { name: batch.name, samples: batch.tasks.length, sample_ids: [...ids.values()] },
      model: modelOf(lane),
      config: { epochs: batch.repeats },
      packages: { stratagem: version },
      metadata: {
        lane: lane.label,
        strategy: lane.choice.name,
        options: JSON.stringify(lane.choice),
        seed: batch.seed,
      },
    },
    plan: { name, steps: [{ solver: lane.choice.name, params: {} }], config: {} },
    results: {
      total_samples: own.length,
      completed_samples: done.length,
      scores: [
        {
          name: 'check',
          scorer: 'check',
          params: {},
          metrics: success === null ? {} : { accuracy: { name: 'accuracy', value: success.value, params: {} } },
        },
      ],
    },
    stats: { started_at: created, completed_at: created, model_usage: {} },
    samples,
  }
}

/** Unique, without the character that parts names of its files. */
const taskIdOf = ({ id }: BatchView['batch']): string => id.replace(/^batch_/, '').replaceAll('_', '-')

/**
 * Its file name: Inspect lists only logs that are called like its own.
 * Source: `log_file_pattern` and `_filename_parts` of inspect_ai 0.3.285
 * @param name without underscores
 */
export const inspectLogName = (batch: BatchView['batch'], name: string, lane: LaneLabel): string =>
  `${isoTime(batch.createdAt).replace(/\.\d+/, '').replace(/[:+]/g, '-')}_${name}_${taskIdOf(batch)}-${lane}.json`

/** Names of tasks; two of the same name get their ids, too, since samples have to differ. */
function sampleIds({ tasks }: BatchView['batch']): Map<string, string> {
  const isTwice = (name: string) => tasks.filter((each) => each.name === name).length > 1
  return new Map(tasks.map(({ id, name }) => [id, isTwice(name) ? `${name} (${id})` : name]))
}

const modelOf = ({ bound }: BoundLane): string => {
  const [first] = Object.values(bound)
  return bound['default']?.model ?? first?.model ?? 'none'
}

function statusOf(state: BatchView['batch']['state']): string {
  if (state === 'running') return 'started'
  return state === 'done' || state === 'decided' ? 'success' : 'cancelled'
}

function sampleOf(batch: BatchView['batch'], trial: Trial, view: RunView | null): JsonObject {
  const task = batch.tasks.find(({ id }) => id === trial.taskId)
  const { result, failure } = trial
  const text = view?.text ?? ''
  const usage = view === null ? {} : usageByModel(view.spans)
  const [model = 'none'] = Object.keys(usage)
  const score = result?.check?.score ?? null
  const asked = { id: `${trial.runId} task`, role: 'user', content: task?.message ?? '' }
  const { messages, events } =
    view === null || trial.runId === null ? { messages: [asked], events: [] } : inspectEvents(view, trial.runId, asked)
  return {
    epoch: trial.repeat + 1,
    input: task?.message ?? '',
    target: '',
    messages,
    // Even an empty list is needed: `messages_df` and `events_df` read it.
    events,
    events_data: { messages, calls: [] },
    attachments: {},
    store: {},
    output: {
      model,
      choices: [{ message: { role: 'assistant', content: text }, stop_reason: 'stop' }],
    },
    scores: {
      ...(result !== null && {
        check: {
          value: result.success ? 'C' : 'I',
          answer: text.slice(0, 1000),
          ...(result.check !== null && { explanation: `${result.check.command}: exit code ${result.check.exitCode}` }),
        },
      }),
      ...(score !== null && { score: { value: score } }),
    },
    metadata: {
      run: trial.runId,
      lane: trial.lane,
      number: trial.number,
      task_id: trial.taskId,
      ...(task !== undefined && { task_version: taskVersion(task) }),
    },
    model_usage: usage,
    ...(result !== null && { total_time: result.workMs / 1000, working_time: result.workMs / 1000 }),
    ...(trial.state === 'void' && {
      error: { message: failure?.message ?? 'It does not count.', traceback: '', traceback_ansi: '' },
    }),
  }
}

/** Tokens as the endpoints reported them. */
function usageByModel(spans: readonly Span[]): JsonObject {
  const sums = new Map<string, { input: number; cached: number; output: number; reasoning: number }>()
  for (const span of spans) {
    if (span.kind !== 'model' || span.reply === null || span.reply.usage.estimated) continue
    const { input, cachedInput, output, reasoning } = span.reply.usage
    const before = sums.get(span.bound.model) ?? { input: 0, cached: 0, output: 0, reasoning: 0 }
    sums.set(span.bound.model, {
      input: before.input + input,
      cached: before.cached + cachedInput,
      output: before.output + output,
      reasoning: before.reasoning + reasoning,
    })
  }
  return Object.fromEntries(
    [...sums].map(([model, { input, cached, output, reasoning }]) => [
      model,
      {
        input_tokens: input - cached,
        output_tokens: output,
        total_tokens: input + output,
        input_tokens_cache_read: cached,
        reasoning_tokens: reasoning,
      },
    ]),
  )
}
