import { readGit } from './git-words.ts'
import { parseShell } from './posix/parse-shell.ts'
import type { Command, Piece, Redirect, Script, Word } from './posix/tree.ts'
import type { CommandReading, RunProgram, WrittenFile } from './reading.ts'
import { type Started, startedBy } from './started-programs.ts'
import { readCmd } from './windows/read-cmd.ts'
import { readPowershell } from './windows/read-powershell.ts'
import { folderAfter, writtenBy } from './written-files.ts'

export type CommandShell = 'posix' | 'cmd' | 'powershell'

/** More is not read: such a line is built to hide something, or by a program. */
const [maxPrograms, maxNested, maxCharacters, maxWords] = [400, 12, 50_000, 2000]

/** What is found while reading. `folder`: where it is by then, relative to the start; null: not known. */
interface Found {
  readonly programs: RunProgram[]
  readonly writes: WrittenFile[]
  readonly unreadable: Set<string>
  isPlain: boolean
  folder: string | null
}

/**
 * Reads what a command line runs and what files it changes, without running anything: through pipelines, substitutions,
 * shell words, functions, here-documents, and through programs that start others. A function, a branch or a loop counts
 * as if it ran. Pure, and bounded in time.
 */
export function readCommand(command: string, shell: CommandShell = 'posix'): CommandReading {
  const found: Found = { programs: [], writes: [], unreadable: new Set(), isPlain: true, folder: '' }
  if (command.length > maxCharacters) found.unreadable.add('it is very long')
  readText(found, command.slice(0, maxCharacters), shell, 0)
  const { programs, writes, unreadable, isPlain } = found
  return { programs, writes, unreadable: [...unreadable], isPlain: isPlain && unreadable.size === 0 }
}

/** The same of a call of git without a shell. @param args the words after `git` */
export function readGitCall(args: readonly string[]): CommandReading {
  const found: Found = { programs: [], writes: [], unreadable: new Set(), isPlain: true, folder: '' }
  const words = ['git', ...args].map((raw): Word => ({ raw, pieces: [raw], scripts: [] }))
  readWords(found, words, null, 0)
  const { programs, writes, unreadable, isPlain } = found
  return { programs, writes, unreadable: [...unreadable], isPlain }
}

function readText(found: Found, text: string, shell: CommandShell, nested: number): void {
  if (nested > maxNested) {
    found.unreadable.add('it is nested too deeply')
    return
  }
  if (shell === 'posix') {
    const { script, problem } = parseShell(text)
    if (problem !== null) found.unreadable.add(problem)
    readScript(found, script, nested)
    return
  }
  const read = shell === 'cmd' ? readCmd(text) : readPowershell(text)
  for (const why of read.unreadable) found.unreadable.add(why)
  if (!read.isPlain) found.isPlain = false
  for (const target of read.writes) write(found, target.pieces, false)
  for (const words of read.commands) readWords(found, words, null, nested)
}

function readScript(found: Found, { items }: Script, nested: number): void {
  for (const { commands, negated, after } of items) {
    if (negated || after === 'background') found.isPlain = false
    const before = found.folder
    for (const [at, command] of commands.entries()) readOne(found, command, at > 0, nested)
    // A part of a pipeline changes only its own folder.
    if (commands.length > 1) found.folder = before
  }
}

function readOne(found: Found, command: Command, isPiped: boolean, nested: number): void {
  for (const word of command.words) readSubstitutions(found, word, nested)
  readRedirects(found, command.redirects, nested)
  if (command.kind === 'compound') {
    found.isPlain = false
    const before = found.folder
    for (const script of command.scripts) readScript(found, script, nested)
    if (command.keyword !== '{') found.folder = found.folder === before || command.keyword === '(' ? before : null
    return
  }
  for (const { name, value } of command.assignments) {
    found.isPlain = false
    readSubstitutions(found, value, nested)
    if (commandVariables.has(name) && value.raw !== '')
      start(found, { kind: 'shell', text: value, shell: 'posix' }, null, nested)
  }
  const [document] = command.redirects.flatMap(({ body }) => body ?? [])
  const takesFile = command.redirects.some(({ operator }) => operator === '<')
  readWords(found, command.words, document ?? (isPiped || takesFile ? 'unknown' : null), nested)
}

/** Variables whose value git or a shell runs as a command. */
const commandVariables = new Set(
  `GIT_SSH_COMMAND GIT_SSH GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_EXTERNAL_DIFF GIT_ASKPASS GIT_PROXY_COMMAND PAGER
  MANPAGER EDITOR VISUAL BROWSER SSH_ASKPASS SUDO_ASKPASS PROMPT_COMMAND LESSOPEN`.split(/\s+/),
)

function readSubstitutions(found: Found, { scripts }: Word, nested: number): void {
  if (scripts.length === 0) return
  found.isPlain = false
  const before = found.folder
  for (const script of scripts) readScript(found, script, nested)
  found.folder = before
}

function readRedirects(found: Found, redirects: readonly Redirect[], nested: number): void {
  for (const { operator, target, body } of redirects) {
    readSubstitutions(found, target, nested)
    if (body !== null && body !== target) readSubstitutions(found, body, nested)
    const isCopy = /^[<>]&$/.test(operator) && /^(\d+|-|\d+-)$/.test(target.raw)
    if (isCopy || target.raw === '/dev/null') continue
    found.isPlain = false
    if (operator.includes('>')) write(found, target.pieces, false)
  }
}

function write(found: Found, path: readonly Piece[], isWhole: boolean): void {
  const [first] = path
  if (typeof first === 'string' && /^(\/dev\/(null|std\w+|tty|fd\/\d+)$|&\d)/.test(first)) return
  const isAbsolute = typeof first === 'string' && /^([/\\~]|[A-Za-z]:)/.test(first)
  const before = isAbsolute || found.folder === '' ? [] : [found.folder, '/']
  if (found.writes.length < maxPrograms) found.writes.push({ path: [...before, ...path], isWhole })
  else found.unreadable.add('it has very many parts')
}

/** One program with its words, and what it starts. @param input what it is handed as its input, if it is known */
function readWords(found: Found, all: readonly Word[], input: Word | 'unknown' | null, nested: number): void {
  const words = all.length > maxWords ? all.slice(0, maxWords) : all
  const [first, ...args] = words
  if (first === undefined) return
  if (words.length < all.length) found.unreadable.add('it has very many words')
  if (found.programs.length >= maxPrograms || nested > maxNested) {
    found.unreadable.add('it has very many parts')
    return
  }
  const written = words.map(({ raw }) => raw).join(' ')
  const name = nameOf(first)
  if (name === null) {
    found.programs.push({ name, words, written, isWrapper: false })
    found.unreadable.add('the name of a program is only known when it runs')
    return
  }
  const git = name === 'git' ? readGit(args) : null
  const started = git?.started ?? startedBy(name, args, input)
  found.programs.push({
    name,
    words: git?.words ?? words,
    written,
    isWrapper: git === null && started.some(({ kind }) => kind !== 'unreadable'),
  })
  for (const { path, isWhole } of writtenBy(name, git?.words.slice(1) ?? args)) write(found, path, isWhole)
  for (const each of started) start(found, each, input, nested)
  const folder = folderAfter(name, args)
  if (folder !== undefined)
    found.folder = folder === null || found.folder === null ? null : joinedPath(found.folder, folder)
}

const joinedPath = (folder: string, to: string): string =>
  /^[/\\~]|^[A-Za-z]:/.test(to) || folder === '' ? to : `${folder}/${to}`

function start(found: Found, started: Started, input: Word | 'unknown' | null, nested: number): void {
  switch (started.kind) {
    case 'unreadable':
      found.unreadable.add(started.why)
      return
    case 'words':
      readWords(found, started.words, input, nested + 1)
      return
    case 'shell': {
      const { pieces } = started.text
      found.isPlain = false
      if (pieces.includes(null)) found.unreadable.add('a part of the text for a shell is only known when it runs')
      const before = found.folder
      readText(found, pieces.map((piece) => piece ?? '"$_"').join(''), started.shell, nested + 1)
      found.folder = before
    }
  }
}

/** Known also if only its folder isn't: `"$HOME"/bin/git`. */
function nameOf({ pieces }: Word): string | null {
  const rest = pieces.slice(pieces.lastIndexOf(null) + 1).join('')
  return !pieces.includes(null) || rest.includes('/') ? programName(rest) || null : null
}

/** The name by which a program is known: without its folder and without the ending of Windows. */
export const programName = (called: string): string =>
  called
    .slice(Math.max(called.lastIndexOf('/'), called.lastIndexOf('\\')) + 1)
    .replace(/\.(exe|cmd|bat|com|ps1)$/i, '')
    .toLowerCase()
