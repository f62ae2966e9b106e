import { assertNever } from '../../src-shared/base/assert-never.ts'
import { FailureError, failureFrom } from '../../src-shared/base/failure.ts'
import { ask } from '../host/api/host-client.ts'
import { completeEnvironment } from '../host/base/complete-environment.ts'
import { appVersion } from '../host/data-folder/app-version.ts'
import { dataFolder } from '../host/data-folder/data-folder.ts'
import { canWrite } from '../host/data-folder/read-only-folder.ts'
import type { Host } from '../host/host.ts'
import { withKnownWindow } from '../host/runs/endpoint-profile.ts'
import { rememberProfiles } from '../host/settings/named-endpoints.ts'
import { openProfilesFile } from '../host/settings/profiles-file.ts'
import type { ClientAnswerer } from '../shell-mcp/client-answerer.ts'
import { appFolder } from './app-folder.ts'
import { type CommandModels, commandModels } from './arguments/command-profiles.ts'
import { type Arguments, helpFlags, readArguments, versionFlags } from './arguments/read-arguments.ts'
import type { CompareArguments } from './arguments/read-compare.ts'
import type { ForkArguments } from './arguments/read-fork.ts'
import type { RunArguments, SessionArguments } from './arguments/read-run.ts'
import type { AcpArguments, McpArguments } from './arguments/read-servers.ts'
import type { WhatIfArguments } from './arguments/read-what-if.ts'
import { isCommand, UsageError, usageOf } from './arguments/usage.ts'
import { columnsOf, wrapUsage } from './arguments/wrap-usage.ts'
import { withLaneModels } from './compare/compare-lane.ts'
import { type EnvironmentKeys, takeKeys } from './environment-keys.ts'
import { failureHere } from './failure-here.ts'
import { processTerminal, type Terminal } from './terminal.ts'
import type { TuneArguments } from './tune/read-tune.ts'
import { exitCodes } from './watch-run.ts'

type ModelledArguments =
  | RunArguments
  | SessionArguments
  | ForkArguments
  | CompareArguments
  | WhatIfArguments
  | TuneArguments
  | AcpArguments
  | McpArguments

const terminal = processTerminal()

/** Executes a command line and returns its exit code. */
export const agentCommand = (args: readonly string[]): Promise<number> => perform(args).catch(report)

/** The names of saved models, one a line. */
async function printModels(): Promise<void> {
  const { openProfilesFile } = await import('../host/settings/profiles-file.ts')
  const saved = openProfilesFile(dataFolder(), () => undefined).list()
  terminal.out(saved.map(({ name }) => `${name}\n`).join(''))
}

async function perform(words: readonly string[]): Promise<number> {
  // npm runs scripts in the package's folder, and tells where the user was.
  const given = terminal.ask !== null && hasNoCommand(words) ? ['session', ...words] : words
  const args = readArguments(given, process.env['INIT_CWD'] ?? process.cwd())
  if (args.command === 'help') {
    terminal.out(wrapUsage(usageOf(args.of), terminal.width ?? columnsOf(process.env)))
    return 0
  }
  if (args.command === 'version') {
    terminal.out(`${appVersion(appFolder)}\n`)
    return exitCodes.completed
  }
  if (args.command === 'completion') {
    const { shell } = args
    if (shell === 'models') await printModels()
    else terminal.data((await import('./session/completion-script.ts')).completionScript(shell))
    return exitCodes.completed
  }
  const folder = dataFolder()
  if (args.command === 'new-history')
    return (await import('./commands/new-history-command.ts')).newHistoryCommand(folder, terminal)
  if (args.command === 'check' && args.project === null)
    return (await import('./commands/check-command.ts')).checkCommand(args, folder, terminal, null)
  if (startsCommands(args.command)) completeEnvironment('command')
  if (args.command === 'worker') {
    const { workerCommand } = await import('./worker/worker-command.ts')
    return workerCommand(args, folder, takeKeys(process.env), terminal)
  }
  const keys = takeKeys(process.env)
  const models = namesModels(args) ? await withKnownWindows(modelsOf(args, folder, keys)) : null
  if (models !== null && canWrite(folder)) rememberProfiles(folder, models.named)
  const { openCommandHost } = await import('./open-command-host.ts')
  const client =
    args.command === 'mcp'
      ? (await import('../shell-mcp/client-answerer.ts')).clientAnswerer((text) => terminal.error(text))
      : null
  const answerer = client ?? (args.command === 'acp' ? 'requests' : 'terminal')
  const host = await openCommandHost(folder, terminal, models?.named ?? [], keys, {
    network: 'network' in args && args.network,
    approvesPlans: 'approvesPlans' in args && args.approvesPlans,
    breakpoints: 'breakpoints' in args ? args.breakpoints : [],
    noHooks: 'noHooks' in args && args.noHooks,
    toolsInText: 'toolsInText' in args && args.toolsInText,
    otlp: 'otlp' in args ? args.otlp : null,
    variables: 'variables' in args ? args.variables : [],
    answerer,
  })
  try {
    const code = await runCommand(host, args, models, client, terminal)
    return code === exitCodes.completed ? codeOfDamage(host, args.command) : code
  } finally {
    await host.close()
  }
}

/** Each command is loaded where it is executed. */
async function runCommand(
  host: Host,
  args: Exclude<Arguments, { command: 'help' | 'version' | 'completion' | 'new-history' | 'worker' }>,
  models: CommandModels | null,
  client: ClientAnswerer | null,
  to: Terminal,
): Promise<number> {
  switch (args.command) {
    case 'run':
      return (await import('./commands/run-command.ts')).runCommand(host, args, models?.roles ?? {}, to)
    case 'session':
      return (await import('./session/session-command.ts')).sessionCommand(host, args, models?.roles ?? {}, to)
    case 'list':
      return (await import('./commands/list-command.ts')).listCommand(host, args, to)
    case 'strategies':
      return (await import('./commands/strategies-command.ts')).strategiesCommand(host, args, to)
    case 'show':
      return (await import('./commands/show-command.ts')).showCommand(host, args, to)
    case 'inspect':
      return (await import('./commands/inspect-command.ts')).inspectCommand(host, args, to)
    case 'resume':
      return (await import('./commands/resume-command.ts')).resumeCommand(host, args, to)
    case 'replay':
      return (await import('./commands/replay-command.ts')).replayCommand(host, args, to)
    case 'export':
      return (await import('./commands/export-command.ts')).exportCommand(host, args, to)
    case 'import':
      return (await import('./commands/import-command.ts')).importCommand(host, args, to)
    case 'search':
      return (await import('./commands/search-command.ts')).searchCommand(host, args, to)
    case 'fork':
      return (await import('./commands/fork-command.ts')).forkCommand(host, args, models?.roles ?? {}, to)
    case 'branches':
      return (await import('./commands/branches-command.ts')).branchesCommand(host, args, to)
    case 'files':
      return (await import('./commands/files-command.ts')).filesCommand(host, args, to)
    case 'merge':
      return (await import('./commands/merge-command.ts')).mergeCommand(host, args, to)
    case 'compare':
      return (await import('./commands/compare-command.ts')).compareCommand(host, args, models?.roles ?? {}, to)
    case 'what-if':
      return (await import('./compare/what-if-command.ts')).whatIfCommand(host, args, models?.roles ?? {}, to)
    case 'tasks':
      return (await import('./commands/tasks-command.ts')).tasksCommand(host, args, to)
    case 'leaderboard':
      return (await import('./results/leaderboard-command.ts')).leaderboardCommand(host, args, to)
    case 'tune':
      return (await import('./tune/tune-command.ts')).tuneCommand(host, args, models?.roles ?? {}, to)
    case 'results':
      return (await import('./results/results-command.ts')).resultsCommand(host, args, to)
    case 'score':
      return (await import('./results/score-command.ts')).scoreCommand(host, args, to)
    case 'acp':
      return (await import('./commands/acp-command.ts')).acpCommand(host, args, models?.roles ?? {}, to)
    case 'mcp':
      if (client === null) throw new Error('a client is needed to answer')
      return (await import('./commands/mcp-command.ts')).mcpCommand(host, args, models?.roles ?? {}, client, to)
    case 'new-strategy':
      return (await import('./commands/new-strategy-command.ts')).newStrategyCommand(host, args, to)
    case 'trust':
      return (await import('./commands/trust-command.ts')).trustCommand(host, args, to)
    case 'diagnostics':
      to.out(await ask(host, 'host-diagnostics', {}))
      return exitCodes.completed
    case 'check':
      return (await import('./commands/check-command.ts')).checkCommand(args, dataFolder(), to, host)
    default:
      return assertNever(args)
  }
}

/** What was read is not all as it was written: that is said, and a command that only reads fails by it. */
function codeOfDamage(host: Host, command: Arguments['command']): number {
  const damage = host.damage()
  if (damage === null) return exitCodes.completed
  terminal.error(damage)
  return reading.some((each) => each === command) ? exitCodes.failed : exitCodes.completed
}
const reading = ['list', 'show', 'inspect', 'search', 'branches'] as const

/** A fork, and an answer in a conversation, that name no model keep those that were used. */
/** What a command starts may need what the user's shell sets. */
const startsCommands = (command: Arguments['command']): boolean =>
  ['run', 'resume', 'fork', 'compare', 'what-if', 'tune', 'acp', 'mcp', 'worker'].includes(command)

function namesModels(args: Arguments): args is ModelledArguments {
  if (
    args.command === 'compare' ||
    args.command === 'tune' ||
    ((args.command === 'run' || args.command === 'session') && args.answers === null)
  )
    return true
  const canKeep =
    args.command === 'fork' ||
    args.command === 'what-if' ||
    args.command === 'run' ||
    args.command === 'session' ||
    args.command === 'acp' ||
    args.command === 'mcp'
  return canKeep && (args.model !== null || Object.keys(args.roles).length > 0)
}

function modelsOf(args: ModelledArguments, folder: string, keys: EnvironmentKeys): CommandModels {
  const saved = openProfilesFile(folder, (text) => terminal.error(text)).list()
  return commandModels(
    args.command === 'compare' ? withLaneModels(args, args.lanes, args.sweep?.axes ?? []) : args,
    saved,
    (baseUrl) => keys.at(baseUrl) !== null,
  )
}

/** With the context windows that are known of models at their providers. */
async function withKnownWindows(models: CommandModels): Promise<CommandModels> {
  const named = models.named.map(async (each) => (each.id.startsWith('command-') ? await withKnownWindow(each) : each))
  return { ...models, named: await Promise.all(named) }
}

function report(thrown: unknown): number {
  if (thrown instanceof UsageError) {
    // The whole usage would push the sentence out of the terminal.
    const command = thrown.command ?? process.argv[2]
    const how = isCommand(command) ? `agent ${command} --help` : 'agent --help'
    terminal.error(`${thrown.message}\nUsage: ${how}`)
    return exitCodes.usage
  }
  const failure = failureFrom(thrown)
  terminal.error(failureHere(failure))
  if (!(thrown instanceof FailureError)) terminal.error(failure.detail ?? '')
  return exitCodes.failed
}

/** Whether options alone are given, and not those that ask about the program. */
const hasNoCommand = ([first]: readonly string[]): boolean =>
  first === undefined || (first.startsWith('-') && !helpFlags.has(first) && !versionFlags.has(first))
