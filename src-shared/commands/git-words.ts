import { joined } from './batch-programs.ts'
import { knownText, type Word, wordOf } from './posix/tree.ts'
import type { Started } from './started-programs.ts'

/** Git's own options that take the next word as their value; others are one word. */
const valued = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--super-prefix',
  '--config-env',
  '--attr-source',
])
/** Settings whose value is a command. */
const commandSettings =
  /^(core\.(pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|pager\..*|diff\.external|.*\.(textconv|command|cmd|helper|program|clean|smudge|process|driver|uploadpack|receivepack))$/i

interface GitCall {
  /** `git`, the subcommand and what follows, without the options between. */
  readonly words: readonly Word[]
  readonly started: readonly Started[]
}

/** What a call of git does. @param args the words after `git` */
export function readGit(args: readonly Word[]): GitCall {
  const settings: Word[] = []
  let at = 0
  for (; at < args.length; at++) {
    const text = textOf(args[at])
    if (!text.startsWith('-')) break
    const [, setting] = /^-c(.+)$/s.exec(text) ?? []
    if (setting !== undefined) settings.push(wordOf(setting))
    const value = args[at + 1]
    if (text === '-c' && value !== undefined) settings.push(value)
    if (valued.has(text)) at += 1
  }
  const rest = args.slice(at)
  const started = settings.flatMap((each) => settingStarts(each, rest))
  return { words: [wordOf('git'), ...rest], started: [...started, ...subcommandStarts(textOf(rest[0]), rest.slice(1))] }
}

const textOf = (word: Word | undefined): string => (word === undefined ? '' : (knownText(word) ?? ''))
const shell = (text: Word): Started => ({ kind: 'shell', text, shell: 'posix' })

/** `-c alias.x=push` and `-c core.pager=COMMAND`. */
function settingStarts(setting: Word, rest: readonly Word[]): readonly Started[] {
  const text = knownText(setting)
  if (text === null) return [{ kind: 'unreadable', why: 'a setting of git is only known when it runs' }]
  const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? []
  const alias = /^alias\.(.*)$/i.exec(name)?.[1]
  if (alias !== undefined) {
    if (value.startsWith('!')) return [shell(wordOf(value.slice(1)))]
    const after = textOf(rest[0]) === alias ? rest.slice(1) : []
    return [shell(joined([wordOf('git'), wordOf(value), ...after]))]
  }
  return commandSettings.test(name) && value !== '' ? [shell(wordOf(value.replace(/^!/, '')))] : []
}

function subcommandStarts(name: string, args: readonly Word[]): readonly Started[] {
  if (name === 'rebase') return optionTexts(args, /^(-x|--exec)$/, /^(?:-x|--exec=)(.+)$/s)
  if (name === 'difftool' || name === 'mergetool')
    return optionTexts(args, /^(-x|--extcmd)$/, /^(?:-x|--extcmd=)(.+)$/s)
  if (name === 'filter-branch') return optionTexts(args, /^--[a-z-]+-filter$/, /^--[a-z-]+-filter=(.+)$/s)
  if (name === 'bisect' && textOf(args[0]) === 'run') return [{ kind: 'words', words: args.slice(1) }]
  if (name !== 'submodule') return []
  const at = args.findIndex((word) => textOf(word) === 'foreach')
  const rest = at === -1 ? [] : args.slice(at + 1).filter((word) => !/^--(recursive|quiet)$/.test(textOf(word)))
  return rest.length === 0 ? [] : [shell(joined(rest))]
}

function optionTexts(args: readonly Word[], apart: RegExp, together: RegExp): readonly Started[] {
  return args.flatMap((word, at) => {
    const text = textOf(word)
    const value = args[at + 1]
    if (apart.test(text)) return value === undefined ? [] : [shell(value)]
    const given = together.exec(text)?.[1]
    return given === undefined ? [] : [shell(wordOf(given))]
  })
}
