import { type AgentEntry, agentEntry } from '../../../../src-shared/settings/other-agents.ts'

/** An agent as it is edited: lists are texts with one entry a line. */
export interface AgentForm {
  readonly name: string
  readonly command: string
  readonly args: string
  readonly env: string
  readonly folders: string
  readonly icon: string
  readonly network: boolean
  readonly keys: readonly HandedKey[]
  readonly servers: boolean
}
/** A stored key that the agent gets in a variable. */
export interface HandedKey {
  readonly variable: string
  /** Of the model whose key it is. */
  readonly profileId: string
}
export type AgentProblems = { readonly [field: string]: string }

export const newAgent: AgentEntry = {
  name: '',
  command: '',
  args: [],
  env: {},
  network: true,
  folders: [],
  icon: '',
  keys: {},
  servers: false,
}

/** The keys with a row for each of these variables; the model is still to be chosen. */
export const withKeys = (keys: readonly HandedKey[], variables: readonly string[]): readonly HandedKey[] => [
  ...keys,
  ...(variables.length === 0 ? [''] : variables)
    .filter((variable) => !keys.some((each) => each.variable === variable))
    .map((variable) => ({ variable, profileId: '' })),
]

export const formOf = ({ name, command, args, env, folders, icon, network, keys, servers }: AgentEntry): AgentForm => ({
  name,
  command,
  args: args.join('\n'),
  env: Object.entries(env)
    .map(([key, value]) => `${key}=${value}`)
    .join('\n'),
  folders: folders.join('\n'),
  icon,
  network,
  keys: Object.entries(keys).map(([variable, profileId]) => ({ variable, profileId })),
  servers,
})

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export function readForm(
  form: AgentForm,
): { readonly ok: true; readonly entry: AgentEntry } | { readonly ok: false; readonly problems: AgentProblems } {
  const variables = lines(form.env)
  if (variables.some((line) => line.indexOf('=') < 1))
    return { ok: false, problems: { env: 'Write each variable as NAME=value.' } }
  const env = Object.fromEntries(
    variables.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const { name, command, icon, network, servers } = form
  const rows = form.keys.map(({ variable, profileId }) => [variable.trim(), profileId] as const)
  const keys = Object.fromEntries(rows.filter(([variable, profileId]) => variable !== '' || profileId !== ''))
  const given = { name: name.trim(), command: command.trim(), icon: icon.trim(), network, env, keys, servers }
  const read = agentEntry.safeParse({ ...given, args: lines(form.args), folders: lines(form.folders) })
  if (read.success) return { ok: true, entry: read.data }
  return {
    ok: false,
    problems: Object.fromEntries(read.error.issues.map((issue) => [String(issue.path[0]), problemOf(issue.path[0])])),
  }
}

const problemOf = (field: PropertyKey | undefined): string => {
  if (field === 'name') return 'Use small letters, figures and hyphens; at most 40 characters.'
  return field === 'keys' ? 'Give each variable a name and a key, or remove it.' : 'This can’t be used.'
}
