import { z } from 'zod'

/**
 * How the app and other tools say which tools of a server are on: Gemini CLI and Qwen Code (`includeTools`, `excludeTools`), GitHub
 * Copilot (`tools`), Windsurf (`disabledTools`), Cline and Roo (`disabledTools`), Goose (`available_tools`), Amp and
 * others (`allowedTools`).
 */
const included = [
  'only',
  'includeTools',
  'include',
  'allowedTools',
  'allowed_tools',
  'enabledTools',
  'enabled_tools',
  'available_tools',
  'tools',
] as const
const excluded = [
  'off',
  'excludeTools',
  'exclude',
  'disabledTools',
  'disabled_tools',
  'disallowedTools',
  'blockedTools',
] as const

interface ToolLists {
  readonly off: readonly string[]
  /** Left out: all but those in `off`. */
  readonly only?: readonly string[]
}

/** The tools that are on and off; a text if a list can't be read, since it must not count as none. */
export function toolLists(given: { readonly [name: string]: unknown }): ToolLists | string {
  let only: readonly string[] | undefined
  const off: string[] = []
  for (const name of included) {
    const list = listIn(given[name])
    if (list === null) return `its list of tools, ${name}, can’t be read`
    if (list === undefined || list.includes('*')) continue
    const before: readonly string[] | undefined = only
    only = before === undefined ? list : before.filter((each) => list.includes(each))
  }
  for (const name of excluded) {
    const list = listIn(given[name])
    if (list === null) return `its list of tools that are off, ${name}, can’t be read`
    if (list?.includes('*') === true) only = []
    off.push(...(list ?? []))
  }
  const names = [...off, ...(only ?? [])]
  const pattern = names.find((each) => /[*?[\]{}]/.test(each) && each !== '*')
  if (pattern !== undefined) return `its lists of tools have a pattern, ${pattern}, and only names can be held to`
  return {
    off: off.filter((each) => each !== '*').map(plainName),
    ...(only !== undefined && { only: only.map(plainName) }),
  }
}

/** Gemini CLI writes `name(arguments)` for some. */
const plainName = (name: string): string => name.replace(/\(.*$/s, '').trim()

/** Undefined: none is given. Null: it is no list of names. A map of switches is the list of what is on. */
function listIn(given: unknown): readonly string[] | null | undefined {
  if (given === undefined || given === null) return undefined
  if (typeof given === 'string') return given.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))
  const names = z.array(z.string()).safeParse(given)
  return names.success ? names.data : null
}
