import { failureFrom } from '../../../src-shared/base/failure.ts'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { Hook, HookResult } from '../../../src-shared/hooks/hook.ts'
import { runCommand } from '../built-in/run-command.ts'
import { type Confinement, withConfinementHint } from '../confinement.ts'
import { type HookCommand, type HookVariables, hookCommand } from './hook-command.ts'
import { hookDecision } from './hook-decision.ts'
import { type TrustedScripts, withCopyOf } from './trusted-scripts.ts'

/** Where a hook's command runs. */
export interface HookPlace {
  /** Absolute. */
  readonly folder: string
  /** Without secrets. */
  readonly environment: NodeJS.ProcessEnv
  /** What a hook of the project’s finds beside it; null: nothing that is trusted. */
  readonly scripts: TrustedScripts | null
  /** @param scripts they are shown in place of those in the folder, if the system can do that */
  confinement(scripts: TrustedScripts | null): Promise<Confinement | null>
}

/** The input of a hook, as JSON; what a shell needs most is in its environment too. */
export interface HookInput extends JsonObject {
  readonly event: Hook['event']
}

/**
 * Runs a hook's command. Nobody sees it before it runs, so that it is confined like a command that a rule with a
 * wildcard allows. Never rejects; settles within 100 ms of an abort or of its time limit.
 * @param owner id of the processes' owner, such as the run
 */
export async function runHook(
  hook: Hook & { readonly source?: 'user' | 'project' },
  input: HookInput,
  { folder, environment, scripts: trusted, confinement }: HookPlace,
  { signal, owner }: { readonly signal: AbortSignal; readonly owner: string },
): Promise<HookResult> {
  const variables = variablesOf(input)
  const scripts = hook.source === 'project' ? trusted : null
  try {
    const confined = await confinement(scripts)
    const line = await lineOf(hook, variables, folder, scripts, confined)
    if (!line.ok) return notRun(hook, line.problem)
    const end = await runCommand({
      command: line.command,
      folder,
      environment: { ...environment, ...variables },
      timeLimitMs: hook.seconds * 1000,
      signal,
      owner,
      confine: confined?.unseen ?? null,
      input: JSON.stringify(input),
      output: () => {},
    })
    return hookDecision(hook, {
      ...end,
      output: withConfinementHint({ ...end, command: line.command }, confined, true),
    })
  } catch (thrown) {
    const { message, advice } = failureFrom(thrown)
    return notRun(hook, [message, advice].filter(Boolean).join(' '))
  }
}

/**
 * The command line, which runs the scripts as they were trusted: they are shown in the folder, or named where they are
 * kept. What the command finds in the folder by another way must be the same, too.
 */
async function lineOf(
  { command }: Hook,
  variables: HookVariables,
  folder: string,
  scripts: TrustedScripts | null,
  confined: Confinement | null,
): Promise<HookCommand> {
  if (scripts === null || confined?.scripts === 'shown') return hookCommand(command, variables, process.platform)
  const problem = await scripts.differs(folder)
  if (problem !== null) return { ok: false, problem: `The hook did not run: ${problem}` }
  const shell = process.platform === 'win32' ? 'cmd' : 'posix'
  const named = confined?.scripts === 'unseen' ? command : withCopyOf(scripts, command, shell)
  return hookCommand(named, variables, process.platform)
}

/** It could not be started: what it guards is not let past it, whatever it says about its own failures. */
const notRun = ({ event, onFailure }: Hook, output: string): HookResult => ({
  ended: 'failed',
  exitCode: null,
  decision: event === 'before-tool' ? 'refuse' : onFailure,
  output,
})

function variablesOf(input: HookInput): HookVariables {
  const text = (name: string) => (typeof input[name] === 'string' ? input[name] : undefined)
  const [tool, file] = [text('tool'), text('file')]
  return {
    STRATAGEM_HOOK: input.event,
    ...(tool !== undefined && { STRATAGEM_TOOL: tool }),
    ...(file !== undefined && { STRATAGEM_FILE: file }),
  }
}
