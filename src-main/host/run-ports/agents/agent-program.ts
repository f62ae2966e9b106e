import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { FailureError } from '../../../../src-shared/base/failure.ts'
import { expandVariables } from '../../../../src-shared/mcp/mcp-config.ts'
import type { AgentEntry } from '../../../../src-shared/settings/other-agents.ts'
import type { AgentProgram } from '../../../acp/agent-process.ts'
import { programIn } from '../../../processes/find-program.ts'
import { environmentCompleted } from '../../../processes/login-environment.ts'
import { cleanEnvironment } from '../../../tools/clean-environment.ts'
import type { HostContext } from '../../host-context.ts'
import type { WorkspaceCommands } from '../../workspaces/confinements.ts'

/**
 * How an agent is started in a folder: confined to it and to its own files, and without the app's keys, unless its
 * entry names them.
 * @param locked whether it may only read the folder, if it can be confined at all
 * @throws FailureError if its command is not on this computer, a variable is not set, or a key that it shall get is not
 *   there
 */
export async function agentProgram(
  { keys, profiles }: Pick<HostContext, 'keys' | 'profiles'>,
  entry: AgentEntry,
  folder: string,
  commands: WorkspaceCommands,
  locked = false,
): Promise<AgentProgram & { readonly confined: boolean }> {
  await environmentCompleted()
  // A path may be relative to the folder; a name alone is never looked for there.
  const found = programIn(folder, entry.command)
  if (found === null) throw notFound(entry)
  const env: Record<string, string> = Object.fromEntries(
    Object.entries(entry.env).map(([name, value]) => [name, filled(value, entry.name)]),
  )
  for (const [name, id] of Object.entries(entry.keys)) {
    const key = keys.get(id)
    if (key === null) throw noKey(entry.name, name, profiles.get(id)?.name ?? id)
    env[name] = key
  }
  const own = entry.folders.map((each) => path.resolve(homedir(), each))
  const confine = await commands.forAgent(own, await programFolders(found), entry.network, locked)
  const run = confine?.(found, entry.args) ?? { program: found, args: entry.args, environment: {} }
  const all = { ...cleanEnvironment(process.env), ...env, ...run.environment }
  const whole = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return {
    command: run.program,
    args: run.args,
    env: Object.fromEntries(whole),
    cwd: folder,
    confined: confine !== null,
  }
}

/** Where the program is found, and where it is if that is a link. */
async function programFolders(found: string): Promise<readonly string[]> {
  return [path.dirname(found), path.dirname(await realpath(found))]
}

function filled(text: string, agent: string): string {
  const whole = expandVariables(text, process.env)
  if (whole !== undefined) return whole
  throw new FailureError({
    kind: 'invalid-request',
    message: `The agent ${agent} is given ${text}, and a variable in it is not set.`,
    advice: 'Set the variable before Stratagem is started, or change the agent in Settings → Agents.',
  })
}

const notFound = ({ name, command }: AgentEntry) =>
  new FailureError({
    kind: 'agent-failed',
    message: `The agent ${name} is not installed here: there is no program ${command}${/[\\/]/.test(command) ? '' : ' on the PATH'}.`,
    advice: 'Install it, or enter the path of its program in Settings → Agents.',
  })

const noKey = (agent: string, variable: string, model: string) =>
  new FailureError({
    kind: 'invalid-request',
    message: `The agent ${agent} is given the key of ${model} as ${variable}, and there is no such key.`,
    advice: 'Enter the key in Settings → Models, or change the agent in Settings → Agents.',
  })
