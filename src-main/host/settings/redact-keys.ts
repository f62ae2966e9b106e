import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { listenerKeyId, listenerSecrets } from '../../../src-shared/settings/listeners.ts'
import type { ToolRun } from '../../agent/ports.ts'
import type { KeyStore } from './key-store.ts'
import type { ProfilesFile } from './profiles-file.ts'

const mark = '[key]'
/** Shorter texts also occur in ordinary output. */
const shortest = 8
const secretName = /key|token|secret|passw/i

/** Removes the user's keys from the results of tools: a command can find them outside its cleaned environment (T28). */
export interface KeyHider {
  text(text: string): string
  run(run: ToolRun): ToolRun
  /** For output that comes in parts: also finds a key split between two. Call `end` for what was held back. */
  stream(emit: (text: string) => void): { push(text: string): void; end(): void }
}

/** The sources of the keys that the host knows. */
export interface KeyOwners {
  readonly profiles: Pick<ProfilesFile, 'list'>
  readonly keys: Pick<KeyStore, 'get'>
  readonly options: { readonly lent?: readonly { readonly key: string | null }[] }
}

/** The keys that the host knows: of all profiles, temporary ones included, and the secrets in its environment. */
export function knownKeys({ profiles, keys, options }: KeyOwners, environment: NodeJS.ProcessEnv): string[] {
  const named = Object.entries(environment).flatMap(([name, value]) => (secretName.test(name) && value ? [value] : []))
  const storedKeys = profiles.list().flatMap(({ id }) => keys.get(id) ?? [])
  const ofListeners = listenerSecrets.flatMap((each) => keys.get(listenerKeyId(each)) ?? [])
  const lent = (options.lent ?? []).flatMap(({ key }) => key ?? [])
  return [...named, ...storedKeys, ...ofListeners, ...lent]
}

export function hideKeys(all: readonly string[]): KeyHider {
  // The longest first: one key may be a prefix of another.
  const keys = [...new Set(all)].filter((key) => key.length >= shortest).sort((a, b) => b.length - a.length)
  const text = (from: string) => keys.reduce((clean, key) => clean.replaceAll(key, mark), from)
  return {
    text,
    run: ({ result, body, ...rest }) => ({
      ...rest,
      result: { ...result, text: text(result.text), summary: text(result.summary) },
      body: keys.length === 0 ? body : cleanBody(body, text),
    }),
    stream: (emit) => {
      let held = ''
      return {
        push: (part) => {
          const clean = text(held + part)
          const from = clean.length - beginning(clean, keys)
          held = clean.slice(from)
          if (from > 0) emit(clean.slice(0, from))
        },
        end: () => {
          if (held !== '') emit(held)
          held = ''
        },
      }
    },
  }
}

/** The number of characters at the end of a text that may be the beginning of a key. */
function beginning(text: string, keys: readonly string[]): number {
  const most = Math.max(0, ...keys.map((key) => key.length - 1))
  for (let size = Math.min(most, text.length); size > 0; size--) {
    const tail = text.slice(text.length - size)
    if (keys.some((key) => key.length > size && key.startsWith(tail))) return size
  }
  return 0
}

function cleanBody(body: ToolRun['body'], text: (from: string) => string): ToolRun['body'] {
  switch (body.kind) {
    case 'text':
    case 'file':
      return { ...body, text: text(body.text) }
    case 'diff':
      return { ...body, patch: text(body.patch) }
    case 'command':
      return { ...body, output: text(body.output) }
    case 'none':
    case 'stored':
      return body
    default:
      return assertNever(body)
  }
}
