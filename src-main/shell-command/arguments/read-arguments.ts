import { resolve } from 'node:path'
import { listed } from '../../../src-shared/base/format.ts'
import type { Breakpoint } from '../../../src-shared/run/debug/breakpoint.ts'
import { type CheckArguments, readCheck } from '../commands/check-command.ts'
import { type ExportArguments, readExport } from '../commands/export-command.ts'
import { type FilesArguments, readFiles } from '../commands/files-command.ts'
import { type ImportArguments, readImport } from '../commands/import-command.ts'
import { type MergeArguments, readMerge } from '../commands/merge-command.ts'
import { type NewStrategyArguments, readNewStrategy } from '../commands/new-strategy-command.ts'
import { readSearch, type SearchArguments } from '../commands/search-command.ts'
import { readStrategies, type StrategiesArguments } from '../commands/strategies-command.ts'
import { readTasksCommand, type TasksArguments } from '../commands/tasks-command.ts'
import { readTrust, type TrustArguments } from '../commands/trust-command.ts'
import { type LeaderboardArguments, readLeaderboard } from '../results/leaderboard-command.ts'
import { type ResultsArguments, readResults } from '../results/results-command.ts'
import { readScore, type ScoreArguments } from '../results/score-command.ts'
import { type Shell, shells } from '../session/completion-script.ts'
import { readTune, type TuneArguments } from '../tune/read-tune.ts'
import { flag, onlyOne, type ProcessArguments, parse, processOptions, readProcess, text } from './argument-parts.ts'
import { breakOption, readBreakpoints } from './read-breakpoints.ts'
import { type CompareArguments, readCompare } from './read-compare.ts'
import { type ForkArguments, readFork } from './read-fork.ts'
import { type RunArguments, readRun, readSession, type SessionArguments } from './read-run.ts'
import {
  type AcpArguments,
  type McpArguments,
  readAcp,
  readMcp,
  readWorker,
  type WorkerArguments,
} from './read-servers.ts'
import { readWhatIf, type WhatIfArguments } from './read-what-if.ts'
import { type CommandName, isCommand, UsageError, usage } from './usage.ts'

export type Arguments =
  | RunArguments
  | SessionArguments
  | CompletionArguments
  | { readonly command: 'list'; readonly project: string | null; readonly json: boolean }
  | StrategiesArguments
  | { readonly command: 'version' }
  | { readonly command: 'show' | 'inspect'; readonly run: string; readonly json: boolean }
  | ResumeArguments
  | AcpArguments
  | McpArguments
  | WorkerArguments
  | NewStrategyArguments
  | TrustArguments
  | CheckArguments
  | { readonly command: 'replay'; readonly run: string; readonly verify: boolean; readonly json: boolean }
  | ForkArguments
  | CompareArguments
  | WhatIfArguments
  | FilesArguments
  | MergeArguments
  /** `id`: of a conversation, or of a run in it. */
  | { readonly command: 'branches'; readonly id: string; readonly json: boolean }
  | ExportArguments
  | ImportArguments
  | SearchArguments
  | TasksArguments
  | LeaderboardArguments
  | TuneArguments
  | ScoreArguments
  | ResultsArguments
  | { readonly command: 'diagnostics' }
  | { readonly command: 'new-history' }
  /** `of`: null for all commands. */
  | { readonly command: 'help'; readonly of: CommandName | null }

export interface CompletionArguments {
  readonly command: 'completion'
  /** `models`: prints the names of saved models, for the scripts. */
  readonly shell: Shell | 'models'
}

interface ResumeArguments extends ProcessArguments {
  readonly command: 'resume'
  readonly run: string
  readonly json: boolean
  readonly breakpoints: readonly Breakpoint[]
}

const commandsThereAre = `Commands: ${Object.keys(usage).join(', ')}.`

/** What asks about the program, in place of a command. */
export const helpFlags: ReadonlySet<string> = new Set(['--help', '-h'])
export const versionFlags: ReadonlySet<string> = new Set(['--version', '-v', '-V'])

/**
 * Reads the command line after the program's name.
 * @throws UsageError if it can't be understood
 */
export function readArguments(args: readonly string[], workingFolder: string): Arguments {
  const [command, ...rest] = args
  if (command === undefined) throw new UsageError(`Missing command. ${commandsThereAre}`, null)
  if (helpFlags.has(command) || command === 'help') return { command: 'help', of: isCommand(rest[0]) ? rest[0] : null }
  if (versionFlags.has(command)) return { command: 'version' }
  const own = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length)
  if (own.some((each) => helpFlags.has(each))) return { command: 'help', of: isCommand(command) ? command : null }
  switch (command) {
    case 'run':
      return readRun(rest, workingFolder)
    case 'session':
      return readSession(rest, workingFolder)
    case 'completion':
      return readCompletion(rest)
    case 'list':
      return readList(rest, workingFolder)
    case 'strategies':
      return readStrategies(rest, workingFolder)
    case 'show':
    case 'inspect':
      return readRunToShow(command, rest)
    case 'resume':
      return readResume(rest)
    case 'replay':
      return readReplay(rest)
    case 'export':
      return readExport(rest, workingFolder)
    case 'import':
      return readImport(rest, workingFolder)
    case 'search':
      return readSearch(rest, workingFolder)
    case 'fork':
      return readFork(rest, workingFolder)
    case 'compare':
      return readCompare(rest, workingFolder)
    case 'what-if':
      return readWhatIf(rest, workingFolder)
    case 'tasks':
      return readTasksCommand(rest, workingFolder)
    case 'leaderboard':
      return readLeaderboard(rest, workingFolder)
    case 'tune':
      return readTune(rest, workingFolder)
    case 'results':
      return readResults(rest, workingFolder)
    case 'score':
      return readScore(rest)
    case 'acp':
      return readAcp(rest)
    case 'branches':
      return readBranches(rest)
    case 'files':
      return readFiles(rest)
    case 'mcp':
      return readMcp(rest, workingFolder)
    case 'worker':
      return readWorker(rest, workingFolder)
    case 'merge':
      return readMerge(rest)
    case 'new-strategy':
      return readNewStrategy(rest, (folder) => resolve(workingFolder, folder))
    case 'trust':
      return readTrust(rest, (folder) => resolve(workingFolder, folder))
    case 'check':
      return readCheck(rest, workingFolder)
    case 'diagnostics':
    case 'version':
    case 'new-history':
      refuseArguments(command, rest)
      return { command }
    default:
      throw new UsageError(`Unknown command ${JSON.stringify(command)}. ${commandsThereAre}`, null)
  }
}

function refuseArguments(command: CommandName, args: string[]): void {
  const { positionals } = parse(command, args, {})
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals.join(' ')}`, command)
}

function readCompletion(args: string[]): CompletionArguments {
  const given = onlyOne(parse('completion', args, {}).positionals, 'completion', 'SHELL')
  const shell = shells.find((each) => each === given)
  if (given === 'models') return { command: 'completion', shell: given }
  if (shell === undefined) throw new UsageError(`The shell must be ${listed(shells, 'or')}.`, 'completion')
  return { command: 'completion', shell }
}

function readList(args: string[], workingFolder: string): Arguments {
  const { values, positionals } = parse('list', args, { project: text, json: flag } as const)
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals.join(' ')}`, 'list')
  const project = values.project === undefined ? null : resolve(workingFolder, values.project)
  return { command: 'list', project, json: values.json ?? false }
}

function readRunToShow(command: 'show' | 'inspect', args: string[]): Arguments {
  const { values, positionals } = parse(command, args, { json: flag } as const)
  return { command, run: onlyOne(positionals, command, 'RUN'), json: values.json ?? false }
}

function readBranches(args: string[]): Arguments {
  const { values, positionals } = parse('branches', args, { json: flag } as const)
  return { command: 'branches', id: onlyOne(positionals, 'branches', 'CONVERSATION'), json: values.json ?? false }
}

function readResume(args: string[]): Arguments {
  const known = { json: flag, ...processOptions, break: breakOption } as const
  const { values, positionals } = parse('resume', args, known)
  const run = onlyOne(positionals, 'resume', 'RUN')
  const breakpoints = readBreakpoints(values.break, 'resume')
  return { command: 'resume', run, json: values.json ?? false, ...readProcess(values, 'resume'), breakpoints }
}

function readReplay(args: string[]): Arguments {
  const { values, positionals } = parse('replay', args, { verify: flag, json: flag } as const)
  const run = onlyOne(positionals, 'replay', 'RUN')
  return { command: 'replay', run, verify: values.verify ?? false, json: values.json ?? false }
}
