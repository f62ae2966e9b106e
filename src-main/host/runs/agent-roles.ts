import type { BoundRole } from '../../../src-shared/run/event.ts'
import type { ResolvedRun } from '../../../src-shared/run/resolve-run.ts'
import { profileNamed } from '../../../src-shared/strategy/resolve-choice.ts'
import type { HostContext } from '../host-context.ts'
import type { AgentFile } from '../prompt-sources/agent-file.ts'

/**
 * The roles of a run with those of its helpers: the model that a helper's file names, else the one that the settings
 * give its role. A helper whose model is not known works with the run's own.
 */
export function withAgentRoles(
  { profiles, settings }: Pick<HostContext, 'profiles' | 'settings'>,
  { roles, windows }: Pick<ResolvedRun, 'roles' | 'windows'>,
  agents: readonly AgentFile[],
): Pick<ResolvedRun, 'roles' | 'windows'> {
  const bound: Record<string, BoundRole> = { ...roles }
  const sizes: Record<string, number> = { ...windows }
  const usual = settings.read().roles
  for (const { role, model } of agents) {
    if (role === null || bound[role] !== undefined) continue
    const named = model === null ? undefined : profileNamed(model, profiles.list())
    const profile = named ?? profiles.get(usual[role] ?? '')
    const own = roles['engineer'] ?? roles['default']
    const size = windows['engineer'] ?? windows['default']
    if (profile !== undefined) {
      bound[role] = { profileId: profile.id, profileName: profile.name, model: profile.model }
      sizes[role] = profile.contextWindow
    } else if (own !== undefined && size !== undefined) {
      bound[role] = own
      sizes[role] = size
    }
  }
  return { roles: bound, windows: sizes }
}
