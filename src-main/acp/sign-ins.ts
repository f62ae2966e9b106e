import { z } from 'zod'
import type { SignInMethod } from '../../src-shared/settings/agent-offers.ts'

const optional = z.string().nullish().catch(null)
const listed = z.array(z.string()).catch([])
const variables = z.record(z.string(), z.string()).catch({})
/** codex names its variables in one of these ways. */
const variable = z.union([
  z.string(),
  z.object({ name: z.string() }).transform(({ name }) => name),
  z.object({ varName: z.string() }).transform(({ varName }) => varName),
])
const meta = z
  .object({
    'terminal-auth': z.object({ command: optional, args: listed, env: variables }).optional().catch(undefined),
  })
  .nullish()
  .catch(null)
const method = z.object({
  id: z.string().min(1).max(500),
  name: z.string().catch(''),
  description: optional,
  type: optional,
  args: listed,
  env: variables,
  vars: z.array(variable).catch([]),
  varName: optional,
  _meta: meta,
})

/** Ways that are kept. */
const maxMethods = 20

/**
 * The ways to sign in that an agent names.
 *
 * 1. A method without a type is done by the agent itself, unless it names a command for a terminal in `_meta`, as some
 *    agents did before the protocol had a type for it.
 * 2. Arguments of a terminal method follow the agent's own command. The older form in `_meta` may name a whole command.
 * 3. A command is only shown, for a person to run: nothing here starts one.
 */
export function signInsIn(list: unknown): readonly SignInMethod[] {
  if (!Array.isArray(list)) return []
  return list.slice(0, maxMethods).flatMap((each) => {
    const read = method.safeParse(each)
    if (!read.success) return []
    const { id, name, description } = read.data
    return [{ id, name: name || id, description: description ?? '', how: howOf(read.data) }]
  })
}

function howOf({ type, args, env, vars, varName, _meta }: z.infer<typeof method>): SignInMethod['how'] {
  const inTerminal = type === 'terminal' ? { command: null, args, env } : _meta?.['terminal-auth']
  if (inTerminal !== undefined) return { kind: 'terminal', ...inTerminal, command: inTerminal.command ?? null }
  if (type !== 'env_var') return { kind: 'agent' }
  return { kind: 'keys', variables: [...vars, ...(varName ? [varName] : [])].filter(isName) }
}

const isName = (name: string): boolean => /^[A-Za-z_]\w{0,199}$/.test(name)
