import type { ModelApi } from '../../../src-shared/model/provider-data.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'

/** Forms without a name of a tool in them. */
const plainForms = [
  // Parameters of tools as every API takes them.
  'acceptable-schemas',
  // Parameters of all tools in the fewest words; of one: `plain-tool:NAME`.
  'plain-tools',
  // Ids of calls are of at most 64 characters.
  'bounded-ids',
  // Ids of calls are nine letters and digits.
  'short-ids',
  // A system message becomes the beginning of the user's first one.
  'system-as-user',
  // User and assistant alternate, after one system message.
  'alternating-roles',
  // The reasoning goes back with the calls that it led to.
  'reasoning-back',
  // Nothing that only the server understands goes back.
  'nothing-carried',
  // An answer of calls alone has an empty text, and not none.
  'empty-content',
  // No message has an empty text.
  'filled-content',
  // A line of text stands for each image.
  'no-images',
  // Nothing is marked to be cached.
  'no-cache-marks',
] as const

/**
 * How messages and tools are written for one recipient, where that differs from the plainest way. The log of a run keeps
 * it by these names, so that a request can be rebuilt; without any, a request is as it was before there were forms.
 */
export type Form = (typeof plainForms)[number] | `plain-tool:${string}` | `no-tool:${string}`

const named: ReadonlySet<string> = new Set(plainForms)
export const isForm = (term: string): term is Form => named.has(term) || /^(plain|no)-tool:/.test(term)

/** For all requests of an API. */
const usual: { readonly [api in ModelApi]: readonly Form[] } = {
  'chat-completions': ['acceptable-schemas'],
  responses: ['acceptable-schemas', 'bounded-ids'],
  messages: ['acceptable-schemas'],
}

/**
 * What the documentation of a provider demands, so that no request is needed to learn it. Sources: DeepSeek's and
 * Moonshot's guides to thinking with tools; Mistral's error “must be a-z, A-Z, 0-9, with a length of 9”.
 */
const byPreset: { readonly [preset: string]: readonly Form[] } = {
  deepseek: ['reasoning-back'],
  moonshot: ['reasoning-back'],
  mistral: ['short-ids'],
}

/** The forms for an endpoint. @param terms what it has refused */
export function formsFor(
  { api, preset }: Pick<ModelProfile, 'api' | 'preset'>,
  terms: ReadonlySet<string>,
): readonly Form[] {
  const own = Object.hasOwn(byPreset, preset) ? (byPreset[preset] ?? []) : []
  const against = terms.has('nothing-carried') ? ['reasoning-back'] : []
  return [...new Set([...usual[api], ...own, ...[...terms].filter(isForm)])].filter((each) => !against.includes(each))
}
