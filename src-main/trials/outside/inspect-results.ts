import { counted, listed } from '../../../src-shared/base/format.ts'
import { inspectScores, type ScoreOf } from './inspect-scores.ts'
import { type InspectLog, type InspectSample, inspectLog, inspectSample } from './inspect-shape.ts'
import type { ReadOutside, ReadTrial } from './outside-shape.ts'
import { plausibleCost, plausibleMs } from './plausible-figures.ts'

/**
 * A log of Inspect, of any version: a sample is a task, an epoch a repeat. A sample with an error, or that was declared
 * invalid, has no result. Source: https://inspect.aisi.org.uk/eval-logs.html
 * @param wanted the score that says what succeeded, by its name; null: our own check, else the headline, else the first
 * @returns null if it is none
 */
export function readInspect(value: unknown, wanted: string | null): ReadOutside | null {
  const found = inspectLog.safeParse(value)
  if (!found.success) return null
  const read = found.data.samples.map((each) => inspectSample.safeParse(each))
  const samples = read.flatMap(({ data }) => (data === undefined ? [] : [data]))
  const sound = samples.filter(({ error, invalidation }) => error == null && invalidation == null)
  const { scoreOf, name, others, isOtherScale } = inspectScores(sound, found.data.results?.headline ?? null, wanted)
  const isOurs = found.data.eval.packages?.['stratagem'] !== undefined
  const trials = isOtherScale ? [] : sound.flatMap((each) => trialOf(each, scoreOf, isOurs))
  const partial = sound.filter((each) => isPartial(scoreOf(each))).length
  const [bad, without] = [read.length - samples.length, samples.length - trials.length]
  return {
    format: 'inspect',
    entries: trials.length === 0 ? [] : [{ ...entryOf(found.data), trials }],
    leftOut: [
      ...(found.data.samples.length === 0 ? ['The log has no samples.'] : []),
      ...(bad === 0 ? [] : [`Samples that can’t be read: ${bad}.`]),
      ...(isOtherScale ? [`The score ${name} is not on a scale from 0 to 1, so it doesn’t say what succeeded.`] : []),
      ...(without === 0 || isOtherScale
        ? []
        : [`Samples without a score that says whether they succeeded, or with an error: ${without}.`]),
    ],
    notes: [
      ...(others.length === 0 ? [] : [`The score ${name} says what succeeded. The log also has ${listed(others)}.`]),
      ...(partial === 0 || isOtherScale ? [] : [`${counted(partial, 'partial score')} counted as failed.`]),
    ],
  }
}

/** Unless the plan is named, whoever did it is called by the solvers. */
function entryOf({ eval: { task, model, solver }, plan }: InspectLog) {
  const steps = (plan?.steps ?? []).map((each) => each.solver)
  const named = plan === undefined || plan.name === 'plan' ? null : plan.name
  const title = named ?? solver ?? (steps.length === 0 ? task : steps.join(' › '))
  return { title, options: '', models: [{ role: 'default', model }] }
}

function trialOf(each: InspectSample, scoreOf: ScoreOf, isOurs: boolean): ReadTrial[] {
  const score = scoreOf(each)
  if (score === null) return []
  const seconds = each.working_time ?? each.total_time ?? null
  const costs = Object.values(each.model_usage ?? {}).map(({ total_cost: cost }) => plausibleCost(cost))
  const known = costs.flatMap((cost) => (cost === null ? [] : [cost]))
  return [
    {
      names: [...(isOurs && each.metadata?.task_id !== undefined ? [each.metadata.task_id] : []), String(each.id)],
      version: isOurs ? (each.metadata?.task_version ?? null) : null,
      repeat: each.epoch - 1,
      success: score === 1,
      workMs: plausibleMs(seconds === null ? null : seconds * 1000),
      cost: costs.length === 0 || known.length < costs.length ? null : known.reduce((sum, cost) => sum + cost, 0),
    },
  ]
}

const isPartial = (score: number | null): boolean => score !== null && score > 0 && score < 1
