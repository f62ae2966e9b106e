import type { BoundRoles } from '../../../src-shared/run/resolve-run.ts'
import { profileNamed } from '../../../src-shared/strategy/resolve-choice.ts'
import type { HostContext } from '../host-context.ts'
import type { AgentFile } from '../prompt-sources/agent-file.ts'

/**
 * The roles of a run with those of its helpers: the model that a helper's file names, else the one that the settings
 * give its role. A helper whose model is not known works with the run's own.
 */
export function withAgentRoles(
  { profiles, settings }: Pick<HostContext, 'profiles' | 'settings'>,
  run: BoundRoles,
  agents: readonly AgentFile[],
): BoundRoles {
  const roles = { ...run.roles }
  const windows = { ...run.windows }
  const textTools = [...run.textTools]
  const usual = settings.read().roles
  const worker = run.roles['engineer'] === undefined ? 'default' : 'engineer'
  for (const { role, model } of agents) {
    if (role === null || roles[role] !== undefined) continue
    const named = model === null ? undefined : profileNamed(model, profiles.list())
    const profile = named ?? profiles.get(usual[role] ?? '')
    const own = run.roles[worker]
    const bound = profile && { profileId: profile.id, profileName: profile.name, model: profile.model }
    const window = profile?.contextWindow ?? run.windows[worker]
    const inText = profile === undefined ? run.textTools.includes(worker) : profile.toolCalls === 'text'
    const found = bound ?? own
    if (found === undefined || window === undefined) continue
    roles[role] = found
    windows[role] = window
    if (inText) textTools.push(role)
  }
  return { roles, windows, textTools }
}
