import type { JsonObject } from '../base/json.ts'
import type { StrategyChoice } from './strategy-info.ts'

/**
 * A choice as it is written: `retry(tool-loop)`, wrappers outside; `agent:NAME` is the strategy `agent` with that agent,
 * alone or inside: `best-of-n(agent:opencode)`. Whether there are such strategies is for the registry to say.
 * @param options of the innermost strategy
 */
export function parseChoice(text: string, options: JsonObject = {}): StrategyChoice {
  const label = text.trim()
  const agent = /^agent:([\w-]+)$/.exec(label)?.[1]
  if (agent !== undefined) return { name: 'agent', options: { agent, ...options } }
  const wrapper = /^([\w-]+)\((.+)\)$/.exec(label)
  if (wrapper?.[1] === undefined || wrapper[2] === undefined) return { name: label, options }
  return { name: wrapper[1], options: {}, inner: parseChoice(wrapper[2], options) }
}
