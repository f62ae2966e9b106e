import { FailureError } from '../../../src-shared/base/failure.ts'
import { inConversation, type Roles, rolesOf } from '../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { RunOrder } from '../../agent/run.ts'
import type { HostContext } from '../host-context.ts'
import { type Bound, bindRoles } from './bind-roles.ts'

/** A resolved choice: the strategy, and a model for each of its roles. */
export interface ResolvedRun extends Bound, Pick<RunOrder, 'choice' | 'strategy' | 'version' | 'buildChild'> {}

/**
 * Resolves a choice for a run in a project, for messages and lanes alike.
 * @param roles profile ids by role, as chosen with the message
 * @throws FailureError if the strategy, its options or a model is not available
 */
export async function resolveRun(
  parts: Pick<HostContext, 'settings' | 'profiles' | 'strategies'>,
  projectId: string,
  chosen: StrategyChoice,
  roles: Roles,
): Promise<ResolvedRun> {
  const choice = inConversation(chosen)
  const strategies = await parts.strategies.of(projectId)
  const built = strategies.build(choice)
  if (!built.ok) throw new FailureError(built.failure)
  const names = rolesOf(choice, strategies.infos()).map(({ name }) => name)
  const bound = bindRoles(['default', ...names], roles, parts.settings.read(), parts.profiles.get)
  return { choice, strategy: built.strategy, version: built.version, buildChild: strategies.build, ...bound }
}
