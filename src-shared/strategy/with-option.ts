import { z } from 'zod'
import type { Json, JsonObject } from '../base/json.ts'
import { changedPrompts } from './prompts.ts'
import type { StrategyChoice, StrategyInfo } from './strategy-info.ts'

/** `to`: the strategy that is named before the point; null if none is. */
export function optionParts(name: string) {
  const parts = name.split('.')
  const option = parts.pop() ?? ''
  const isPrompt = parts.at(-1) === 'prompt'
  if (isPrompt) parts.pop()
  return { to: parts.length === 0 ? null : parts.join('.'), option, isPrompt }
}

/**
 * The choice with this option: of the outermost strategy that knows it, or of the one that is named.
 * @param name `maxTurns`, `retry.maxRetries`; of a prompt `prompt.critic`, `reflection.prompt.critic`
 * @param value what was typed, read as JSON: an option of text takes `false` and `1` as the text that they are
 * @returns null if none of the nest takes it
 */
export function withOption(
  choice: StrategyChoice,
  name: string,
  value: Json,
  infos: readonly StrategyInfo[],
): StrategyChoice | null {
  const { to, option, isPrompt } = optionParts(name)
  const info = infos.find((each) => each.name === choice.name)
  const known = isPrompt
    ? info?.prompts?.some((each) => each.name === option) === true
    : info !== undefined && hasOption(info.optionsSchema, option)
  // A preset brings its own options, and refuses these in words of its own.
  const takes = info === undefined ? choice.inner === undefined : known
  if (takes && (to === null || to === choice.name)) {
    const own = takesText(info?.optionsSchema, option) ? asText(value) : value
    const set = isPrompt ? { prompts: { ...changedPrompts(choice.options), [option]: value } } : { [option]: own }
    return { ...choice, options: { ...choice.options, ...set } }
  }
  if (choice.inner === undefined) return null
  const inner = withOption(choice.inner, name, value, infos)
  return inner === null ? null : { ...choice, inner }
}

function hasOption(schema: JsonObject, option: string): boolean {
  const { properties } = schema
  return typeof properties === 'object' && properties !== null && Object.hasOwn(properties, option)
}

const textOption = z.object({ type: z.literal('string') })

function takesText(schema: JsonObject | undefined, option: string): boolean {
  const { properties } = schema ?? {}
  if (typeof properties !== 'object' || properties === null) return false
  return textOption.safeParse(new Map(Object.entries(properties)).get(option)).success
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
