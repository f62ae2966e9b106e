import type { Confine } from '../../src-shared/confine.ts'
import { gitEnvironment, noFile } from './git-environment.ts'
import { type GitRun, runGit } from './git-runner.ts'

/** A folder without a hook in it, whatever the system. */
const noHooks = ['-c', `core.hooksPath=${noFile}`]
const noPrograms = [
  ...noHooks,
  '-c',
  'core.fsmonitor=false',
  '-c',
  'diff.external=',
  '-c',
  'log.showSignature=false',
  // Looking into a submodule would go by its own configuration.
  '-c',
  'diff.ignoreSubmodules=dirty',
]
/** No refreshed index is written, and a partial clone fetches nothing: its remote names a program, too. */
const readingOnly = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' }
const programSettings = '^(filter\\..*\\.(clean|smudge|process|required)|diff\\..*\\.(textconv|command))$'
const noDiffPrograms = ['--no-ext-diff', '--no-textconv']
const quietOptions: ReadonlyMap<string, readonly string[]> = new Map([
  ['diff', noDiffPrograms],
  ['show', noDiffPrograms],
  ['log', noDiffPrograms],
  ['whatchanged', noDiffPrograms],
  ['stash', noDiffPrograms],
  ['blame', ['--no-textconv']],
  ['annotate', ['--no-textconv']],
])
/** Options that make a reading command write a file or start a program; git takes them shortened, too. */
const unsafeOptions = ['--output', '--ext-diff', '--textconv', '--filters', '--open-files-in-pager']

function unsafeOption(command: string, args: readonly string[]): string | undefined {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? args.length : end).find((each) => {
    const name = each.split('=')[0] ?? ''
    if (command === 'grep' && each.startsWith('-O')) return true
    return name.startsWith('--') && name.length > 2 && unsafeOptions.some((unsafe) => unsafe.startsWith(name))
  })
}

export interface ProjectGit {
  /** The user's project: where the command runs. */
  readonly folder: string
  /** Subcommand first, as a person would type them after `git`. */
  readonly args: readonly string[]
  /**
   * A command that only reads: it writes nothing, not even a refreshed index (T14), and starts no program
   * that the project's own configuration names: hook, filter, text conversion, external diff, monitor (T25).
   */
  readonly reading: boolean
  readonly signal: AbortSignal
  /** Bytes of output that are kept. */
  readonly limit: number
  /** Keeps a command that writes, and the hooks that it runs, to where they belong; left out or null: nothing does. */
  readonly confine?: Confine | null
}

/** Runs git in the user's own project, with the user's own configuration, without a pager, prompt or editor. */
export async function runProjectGit(asked: ProjectGit): Promise<GitRun> {
  const [command = '', ...rest] = asked.args
  const base = { folder: asked.folder, signal: asked.signal, limit: asked.limit }
  const environment = gitEnvironment()
  if (!asked.reading) return runGit(['--no-pager', command, ...rest], { ...base, environment, confine: asked.confine })
  const unsafe = unsafeOption(command, rest)
  if (unsafe !== undefined || command.startsWith('-')) return refusal(unsafe ?? command)
  const reading = { ...base, environment: { ...environment, ...readingOnly } }
  const quiet = quietOptions.get(command) ?? []
  // `git stash list --no-ext-diff`: a subcommand's own subcommand comes before its options.
  const at = command === 'stash' ? 1 : 0
  const words = [command, ...rest.slice(0, at), ...quiet, ...rest.slice(at)]
  const disarmed = await withoutNamedPrograms({ ...reading, limit: undefined })
  return runGit(['--no-pager', ...noPrograms, ...disarmed, ...words], reading)
}

function refusal(option: string): GitRun {
  const trouble = `The option ${option} is not allowed for a git command that only reads.`
  return { code: 129, output: Buffer.alloc(0), trouble, cut: false }
}

/** `-c` options that empty every program setting which the repository itself brings along. */
async function withoutNamedPrograms(options: Parameters<typeof runGit>[1]): Promise<string[]> {
  const scopes = await Promise.all(
    ['--local', '--worktree'].map((scope) =>
      runGit(['config', scope, '--includes', '--name-only', '-z', '--get-regexp', programSettings], options),
    ),
  )
  const names = new Set(scopes.flatMap((run) => run.output.toString().split('\0')).filter((name) => name !== ''))
  return [...names].flatMap((name) => ['-c', `${name}=`])
}
