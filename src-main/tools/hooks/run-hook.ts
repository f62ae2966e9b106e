import { failureFrom } from '../../../src-shared/base/failure.ts'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { Hook, HookResult } from '../../../src-shared/hooks/hook.ts'
import { runCommand } from '../built-in/run-command.ts'
import { type Confinement, withConfinementHint } from '../confinement.ts'
import { type HookVariables, hookCommand } from './hook-command.ts'
import { hookDecision } from './hook-decision.ts'

/** Where a hook's command runs. */
export interface HookPlace {
  /** Absolute. */
  readonly folder: string
  /** Without secrets. */
  readonly environment: NodeJS.ProcessEnv
  confinement(): Promise<Confinement | null>
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
  hook: Hook,
  input: HookInput,
  { folder, environment, confinement }: HookPlace,
  { signal, owner }: { readonly signal: AbortSignal; readonly owner: string },
): Promise<HookResult> {
  const variables = variablesOf(input)
  const line = hookCommand(hook.command, variables, process.platform)
  if (!line.ok) return notRun(hook, line.problem)
  try {
    const confined = await confinement()
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
    return hookDecision(hook, { ...end, output: withConfinementHint(end, confined, true) })
  } catch (thrown) {
    const { message, advice } = failureFrom(thrown)
    return notRun(hook, [message, advice].filter(Boolean).join(' '))
  }
}

const notRun = (hook: Hook, output: string): HookResult => ({
  ended: 'failed',
  exitCode: null,
  decision: hook.onFailure,
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
