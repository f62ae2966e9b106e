import type { Intent } from './intent.ts'
import type { Situation } from './situation.ts'
import { calls, type DemoAnswer } from './wire.ts'

/**
 * Calls of strategies' own tools (`submit_plan`, `submit_evaluation`, …). The arguments follow the
 * schema in the request: the demo model infers the meaning of a field from its name.
 */
type Schema = { readonly [name: string]: unknown }

interface PlanStep {
  readonly goal: string
  readonly done: string
}

const repairPlan: readonly PlanStep[] = [
  {
    goal: 'Run the tests and read the failing one with the code it calls',
    done: 'the failing test and the lines it runs are known',
  },
  { goal: 'Find the fault and fix it with the smallest edit', done: '`npm test` exits with 0' },
  { goal: 'Run all tests once more and report what was wrong', done: 'every test passes and the change is described' },
]
const explorePlan: readonly PlanStep[] = [
  { goal: 'List the files in the folder and read the main ones', done: 'the files that matter have been read' },
  { goal: 'Answer the question', done: 'the answer names the files and functions' },
]

export function planFor(intent: Intent): readonly PlanStep[] {
  return intent === 'repair' ? repairPlan : explorePlan
}

export function submitPlan(situation: Situation, tool: string, intent: Intent): DemoAnswer {
  const steps = planFor(intent)
  const text = `A plan in ${steps.length} steps.`
  return calls(text, { tool, arguments: fill(schemaOf(situation, tool), { steps }) })
}

/** Judges a plan by its text: steps, a test that each is done, a check at the end. */
export function submitEvaluation(situation: Situation, tool: string): DemoAnswer {
  const plan = situation.goal
  const steps = plan.match(/^\s*(?:\d+[.)]|[-*])\s+\S/gm)?.length ?? 0
  const parts: readonly (readonly [boolean, number, string])[] = [
    [steps >= 2, 0.3, 'has more than one step'],
    [/done when|done:|until|so that|is known|have been read/i.test(plan), 0.3, 'says when each step is done'],
    [/\btests?\b|\bcheck\b|read/i.test(plan), 0.3, 'ends with something that can be checked'],
  ]
  const held = parts.filter(([holds]) => holds)
  const score = Number(held.reduce((sum, [, worth]) => sum + worth, 0).toFixed(2))
  const missing = parts.filter(([holds]) => !holds).map(([, , says]) => says)
  const reasoning =
    missing.length === 0
      ? `Good: the plan ${held.map(([, , says]) => says).join(', ')}.`
      : `Not good enough. The plan should be one that ${missing.join(', ')}.`
  return calls('', { tool, arguments: fill(schemaOf(situation, tool), { score, reasoning, approved: score >= 0.7 }) })
}

/** Judges work by its report: if files were changed, the last command must have succeeded. */
export function submitVerdict(situation: Situation, tool: string): DemoAnswer {
  const done = situation.goal
  const changed = /^- called (?:edit_file|write_file) /m.test(done)
  const exits = Array.from(done.matchAll(/\bexit code:? (\d+)/gi), ([, code]) => code)
  const wrong = changed && exits.at(-1) !== '0'
  const issue = 'Files were changed, but the check has not passed since. Run it again and fix what fails.'
  const schema = schemaOf(situation, tool)
  return calls('', { tool, arguments: { ...fill(schema, { approved: !wrong }), issues: wrong ? [issue] : [] } })
}

export function submitAnything(situation: Situation, tool: string): DemoAnswer {
  return calls('', { tool, arguments: fill(schemaOf(situation, tool), {}) })
}

const schemaOf = (situation: Situation, tool: string): Schema => situation.offered.get(tool) ?? {}

interface Known {
  readonly steps?: readonly PlanStep[]
  readonly score?: number
  readonly reasoning?: string
  readonly approved?: boolean
}

function fill(schema: Schema, known: Known): { readonly [name: string]: unknown } {
  const properties = objectIn(schema, 'properties')
  return Object.fromEntries(
    Object.keys(properties).map((name) => [name, valueFor(name, objectIn(properties, name), known)]),
  )
}

function valueFor(name: string, schema: Schema, known: Known): unknown {
  if (schema['type'] === 'array') return arrayFor(objectIn(schema, 'items'), known)
  if (Array.isArray(schema['enum'])) return schema['enum'][known.approved === false ? schema['enum'].length - 1 : 0]
  if (schema['type'] === 'boolean') return known.approved ?? true
  if (schema['type'] === 'number' || schema['type'] === 'integer') return known.score ?? 1
  return /reason|why|comment|feedback/i.test(name) ? (known.reasoning ?? '') : (known.reasoning ?? 'Done.')
}

function arrayFor(item: Schema, known: Known): unknown[] {
  const steps = known.steps ?? []
  if (item['type'] !== 'object') return steps.map(({ goal }) => goal)
  const names = Object.keys(objectIn(item, 'properties'))
  return steps.map((step) =>
    Object.fromEntries(
      names.map((name) => [name, /done|check|tell|criteri|verif|accept/i.test(name) ? step.done : step.goal]),
    ),
  )
}

function objectIn(schema: Schema, name: string): Schema {
  const value = schema[name]
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
