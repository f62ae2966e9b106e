import { z } from 'zod'
import { listed } from '../../base/format.ts'
import type { JsonObject } from '../../base/json.ts'
import { schemaFrom } from '../../base/schema-from.ts'
import { baseProfileId } from '../../settings/profile-variant.ts'
import { changedPrompts, promptProblem } from '../../strategy/prompts.ts'
import { profileNamed, rolesOf } from '../../strategy/resolve-choice.ts'
import type { StrategyChoice, StrategyInfo } from '../../strategy/strategy-info.ts'
import { isChoice } from '../../strategy/strategy-pick.ts'
import type { LaneSetUp } from '../comparison.ts'
import type { SweepKnown } from './sweep.ts'

/** What is wrong with lanes, before the host looks at them. */
export interface LaneChecks {
  /** Why a lane can’t run, as a sentence; null if nothing speaks against it. */
  readonly problemOf: (lane: LaneSetUp) => string | null
  /** The same for two lanes that do the same: an option that is not set has its default. */
  readonly keyOf: (lane: LaneSetUp) => string
}

/** Schemas are compiled once: hundreds of lanes use the same few strategies. */
export function laneChecks(known: SweepKnown): LaneChecks {
  const schemas = new Map<string, z.ZodType>()
  const schemaOf = (info: StrategyInfo): z.ZodType => {
    const schema = schemas.get(info.name) ?? schemaFrom(info.optionsSchema)
    schemas.set(info.name, schema)
    return schema
  }
  const infoOf = (name: string) => known.strategies.find((each) => each.name === name)

  function choiceProblem(choice: StrategyChoice): string | null {
    const info = infoOf(choice.name)
    if (info === undefined) return `There is no strategy ${JSON.stringify(choice.name)}.`
    if (info.problem !== undefined) return `${info.name} can’t be used. ${info.problem.message}`
    if (choice.inner !== undefined && info.wrapper === false) return `${info.title} takes no inner strategy.`
    if (choice.inner === undefined && info.wrapper === true) return `${info.title} needs an inner strategy.`
    const own = optionProblem(info, choice.options, schemaOf(info))
    return own ?? (choice.inner === undefined ? null : choiceProblem(choice.inner))
  }

  function filled(choice: StrategyChoice): StrategyChoice {
    const info = infoOf(choice.name)
    const { prompts: _, ...own } = choice.options
    const read = info === undefined ? undefined : schemaOf(info).safeParse(own)
    const usual = new Map(info?.prompts?.map(({ name, text }) => [name, text]))
    const prompts = Object.entries(changedPrompts(choice.options)).filter(([name, text]) => usual.get(name) !== text)
    const options = { ...own, ...(read?.success === true && z.record(z.string(), z.json()).parse(read.data)) }
    const inner = choice.inner === undefined ? {} : { inner: filled(choice.inner) }
    return { name: choice.name, options: { ...options, prompts: Object.fromEntries(prompts) }, ...inner }
  }

  return {
    problemOf: (lane) => (isChoice(lane.strategy) ? choiceProblem(lane.strategy) : null) ?? modelProblem(lane, known),
    keyOf: ({ name: _, strategy, ...others }) =>
      canonical(
        isChoice(strategy)
          ? { ...others, ...asked(strategy, others, known), strategy: filled(strategy) }
          : { ...others, strategy },
      ),
  }
}

/** What a strategy makes of the models that a lane names: one that asks none is the same with any. */
function asked(choice: StrategyChoice, lane: Omit<LaneSetUp, 'name' | 'strategy'>, { strategies }: SweepKnown) {
  const used = rolesOf(choice, strategies)
  if (used.length === 0) return { roles: {}, temperature: null, reasoningEffort: null }
  const { default: usual } = lane.roles
  return { roles: Object.fromEntries(used.map(({ name }) => [name, lane.roles[name] ?? `usual ${usual ?? ''}`])) }
}

function optionProblem(info: StrategyInfo, options: JsonObject, schema: z.ZodType): string | null {
  const { prompts: _, ...own } = options
  const read = schema.safeParse(own)
  if (!read.success) {
    const [issue] = read.error.issues
    return `Option ${issue?.path.map(String).join('.') ?? ''} of ${info.title} ${issueText(issue)}.`
  }
  for (const [name, text] of Object.entries(changedPrompts(options))) {
    const prompt = info.prompts?.find((each) => each.name === name)
    const why = prompt === undefined ? 'there is no such prompt.' : promptProblem(prompt, text)
    if (why !== null) return `Prompt ${name} of ${info.title}: ${why}`
  }
  return null
}

function issueText(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'too_big') return `must be at most ${issue.maximum}`
  if (issue?.code === 'too_small') return `must be at least ${issue.minimum}`
  if (issue?.code === 'invalid_value') return `must be ${listed(issue.values.map(String), 'or')}`
  if (issue?.code === 'invalid_type') return `must be ${kinds.get(issue.expected) ?? issue.expected}`
  return 'is not valid'
}
const kinds: ReadonlyMap<string, string> = new Map([
  ['int', 'a whole number'],
  ['number', 'a number'],
  ['string', 'text'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
])

/** A default that is gone is for the host to report. */
function modelProblem({ roles, temperature }: LaneSetUp, { profiles }: SweepKnown): string | null {
  const gone = Object.values(roles).find((id) => profileNamed(baseProfileId(id), profiles) === undefined)
  if (gone !== undefined) return `There is no model ${JSON.stringify(gone)}.`
  const isHeat = temperature === null || (temperature >= 0 && temperature <= 2)
  return isHeat ? null : 'The temperature must be from 0 to 2.'
}

/** With sorted keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`
}
