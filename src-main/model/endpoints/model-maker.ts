/** A model that only its maker's name for it tells. */
export interface MadeModel {
  /** In the table of prices. */
  readonly provider: string
  readonly model: string
}

/** Families that only their makers sell, and the resellers at the maker's price; open weights cost what each host asks. */
const makers: readonly (readonly [RegExp, string])[] = [
  [/^(gpt-(?!oss)|chatgpt-|o\d)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'google'],
  [/^grok-/, 'x-ai'],
]

/**
 * Whose model it is, by the name that a proxy or gateway has for it: `openai/gpt-4o`, `us.anthropic.claude-…-v1:0`.
 * Null if the name says nothing about its maker.
 */
export function makerOf(name: string): MadeModel | null {
  const last = name.toLowerCase().split('/').at(-1) ?? ''
  const model = last
    .replace(/^(?:[a-z]+\.)?(?:anthropic|openai|google)\./, '')
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/[@:].*$/, '')
  const provider = makers.find(([family]) => family.test(model))?.[1]
  return provider === undefined ? null : { provider, model }
}
