import type { CommandReading, RunProgram } from '../../src-shared/commands/reading.ts'
import { onlyReads } from './built-in/git-reading.ts'

/** Programs that change nothing, whatever words follow them. */
const looking = new Set(
  `[ basename cat cd cut date df diff dirname du echo egrep false fgrep file grep head hexdump id jq ls md5sum nl od
  printf ps pwd readlink realpath sha256sum stat tail test tr tree true type uname uniq wc which whoami`.split(/\s+/),
)

/** Whether a command is known only to look at things: every program in it, and nothing in it is unclear. */
export const onlyLooks = ({ programs, writes, unreadable }: CommandReading): boolean =>
  programs.length > 0 && writes.length === 0 && unreadable.length === 0 && programs.every(looks)

function looks({ name, words, isWrapper }: RunProgram): boolean {
  const args = words.slice(1).map(({ raw }) => raw)
  if (name === null) return false
  if (looking.has(name) || (isWrapper && /^(sh|bash|zsh|dash|timeout|command|nice|xargs)$/.test(name))) return true
  if (name === 'git') return onlyReads(args)
  if (name === 'rg') return !args.some((arg) => /^--(pre|hostname-bin)/.test(arg))
  if (name === 'sort') return !args.some((arg) => /^(-[a-zA-Z]*o|--o|--compress|-T)/.test(arg))
  if (name === 'find') return !args.some((arg) => /^-(delete|exec|execdir|ok|okdir|fprint|fls)/.test(arg))
  // Its own language can write and run; printing lines can't.
  return (
    name === 'sed' &&
    args[0] === '-n' &&
    /^['"]?[\d,$]+p['"]?$/.test(args[1] ?? '') &&
    args.slice(2).every((arg) => !arg.startsWith('-'))
  )
}
