import { homedir } from 'node:os'
import { z } from 'zod'
import { jsonObject } from '../../../src-shared/base/json.ts'
import { withoutComments } from '../../../src-shared/base/json-with-comments.ts'
import type { Rule } from '../../tools/rules.ts'
import { visibleName } from '../../tools/text/visible.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'
import { commandPattern, knownTools, type NamedTool, namedTool, ownNames, toolsLike } from './tool-names.ts'

/** What the project's settings for Claude Code refuse or want to be asked about. They need no trust: nothing is granted. */
export interface ProjectPermissions {
  /** They only ask and deny. */
  readonly rules: readonly Rule[]
  /** What of it can't be held to, in a sentence each. */
  readonly problems: readonly string[]
}

/** Source: https://code.claude.com/docs/en/settings and /permissions */
const files = ['.claude/settings.json', '.claude/settings.local.json'] as const

/** Reads them through the path guard. Never rejects. @param folder the project's own, also if a copy is worked in */
export async function projectPermissions(folder: string): Promise<ProjectPermissions> {
  const guarded = await guardFiles(folder).catch(() => null)
  if (guarded === null) return { rules: [], problems: [] }
  const read = await Promise.all(
    files.map(async (file) => {
      const found = await guarded.resolve(file)
      if (found.ok && !found.exists) return { rules: [], problems: [] }
      const text = await guarded.readText(file)
      return text.ok ? permissionsIn(text.text, file, folder) : unread(file, text.problem)
    }),
  )
  return { rules: read.flatMap(({ rules }) => rules), problems: read.flatMap(({ problems }) => problems) }
}

const lists = z.looseObject({
  deny: z.array(z.unknown()).default([]),
  ask: z.array(z.unknown()).default([]),
  defaultMode: z.unknown().optional(),
  disableBypassPermissionsMode: z.unknown().optional(),
})

/** The rules in the text of one such file. `allow` grants, and nothing is granted by a file. */
export function permissionsIn(text: string, file: string, folder: string): ProjectPermissions {
  const settings = settingsIn(text)
  if (settings === null) return unread(file, 'It is not valid JSON.')
  if (settings['permissions'] === undefined) return { rules: [], problems: [] }
  const given = lists.safeParse(settings['permissions'])
  if (!given.success) return unread(file, 'Its permissions are not lists of texts.')
  const rules: Rule[] = []
  const problems: string[] = []
  for (const decision of ['deny', 'ask'] as const)
    for (const each of given.data[decision]) {
      const { held, left } = rulesFor(each, decision, folder)
      rules.push(...held)
      if (left === null) continue
      const what = decision === 'deny' ? 'denies' : 'wants to be asked about'
      problems.push(`${file} ${what} ${visibleName(textOf(each)).slice(0, 100)}: ${left}.`)
    }
  const { defaultMode, disableBypassPermissionsMode } = given.data
  if (defaultMode === 'plan' || defaultMode === 'dontAsk')
    problems.push(`${file} sets the mode ${defaultMode}, which you choose beside the message here.`)
  if (disableBypassPermissionsMode !== undefined)
    problems.push(`${file} forbids to allow everything, which you choose beside the message here.`)
  return { rules, problems }
}

const unread = (file: string, why: string): ProjectPermissions => ({
  rules: [],
  problems: [`What ${file} denies does not hold, since it can’t be read. ${why}`],
})

function settingsIn(text: string) {
  try {
    return jsonObject.parse(JSON.parse(withoutComments(text.replace(/^\uFEFF/, ''))))
  } catch {
    return null
  }
}

const textOf = (each: unknown): string => (typeof each === 'string' ? each : JSON.stringify(each))

/** The rules for one entry, and what is not held to by them, as half a sentence; null: nothing. */
interface Held {
  readonly held: readonly Rule[]
  readonly left: string | null
}
const notHeld = (left: string): Held => ({ held: [], left })

function rulesFor(entry: unknown, decision: 'deny' | 'ask', folder: string): Held {
  if (typeof entry !== 'string' || !/^[^()]+(?:\(.*\))?$/s.test(entry.trim())) return notHeld('it can’t be read')
  const tool = namedTool(entry.trim())
  const all = (names: readonly string[], pattern = '*'): Held => ({
    held: names.map((name) => ({ tool: name, pattern, decision })),
    left: null,
  })
  const { name, inner } = tool
  if (name.startsWith('mcp__'))
    return inner === null ? all([mcpTools(name)]) : notHeld('a server’s tool has no such limit here')
  switch (name.toLowerCase()) {
    case 'bash':
    case 'powershell':
      return inner === null ? all(['shell']) : all(['shell'], commandPattern(inner))
    case 'edit':
    case 'write':
    case 'multiedit':
    case 'notebookedit':
      return forFiles(tool, folder, (glob) => ({ tool: 'edit_file', pattern: glob, decision }), null)
    case 'read':
      return forFiles(tool, folder, (glob) => ({ tool: 'read_file', pattern: glob, decision }), readOtherwise)
    case 'webfetch':
      return inner === null ? all(['fetch_page']) : forDomain(inner, decision)
    case '*':
      return {
        held: [...all([...knownTools, 'mcp__*']).held, { tool: 'edit_file', pattern: '**', decision }],
        left: null,
      }
    // There is no such tool here.
    case 'websearch':
    case 'todowrite':
    case 'bashoutput':
    case 'killshell':
      return all([])
    default: {
      const names = toolsLike(name).filter((each) => each !== name || each.includes('_'))
      if (names.length === 0 || ownNames(name)[0] === name) return notHeld('there is no such tool here')
      return inner === null ? all(names) : notHeld(`${name} can’t be limited to that here`)
    }
  }
}

const readOtherwise = 'that holds for read_file, but searches and commands can still show it'

/** `mcp__server` is all tools of that server. */
const mcpTools = (name: string) => (/^mcp__.+?__/.test(name) ? name : `${name}__*`)

function forFiles({ inner }: NamedTool, folder: string, rule: (glob: string) => Rule, left: string | null): Held {
  if (inner === null) return { held: [rule('**')], left }
  const glob = globIn(inner, folder)
  if (glob === null) return notHeld('it is not about files of the project')
  if (glob.startsWith('!')) return notHeld('exceptions are not known here')
  const below = glob.endsWith('/') ? `${glob}**` : /\*$/.test(glob) ? null : `${glob}/`
  return { held: [rule(glob), ...(below === null ? [] : [rule(below)])], left }
}

/**
 * A path as these files write it, as a glob of ours: `//` begins an absolute one, `~/` one in the user's home folder,
 * `/` and `./` one in the project's. Null: it lies elsewhere.
 */
function globIn(path: string, folder: string): string | null {
  const whole = path.startsWith('//') ? path.slice(1) : path.replace(/^~(?=\/)/, homedir())
  if (whole !== path) return whole.startsWith(`${folder}/`) ? whole.slice(folder.length) : null
  if (path.startsWith('../')) return null
  return path.startsWith('./') ? path.slice(1) : path
}

function forDomain(inner: string, decision: 'deny' | 'ask'): Held {
  const domain = /^domain:\s*([\w.*-]+)$/.exec(inner)?.[1]
  if (domain === undefined) return notHeld('only a domain can be named here')
  const addresses = ['', ':*'].map((port) => `http*://${domain}${port}/*`)
  return { held: addresses.map((pattern) => ({ tool: 'fetch_page', pattern, decision })), left: null }
}
