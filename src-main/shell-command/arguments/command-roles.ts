import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import type { ModelArguments } from './argument-parts.ts'
import type { CommandModels } from './command-profiles.ts'

import { UsageError } from './usage.ts'

/**
 * The models of a run by role, each role named where the command line alone says who answers: what the settings
 * keep for a role must not send a message to an endpoint that nobody named here.
 * @throws UsageError if a model or an effort is named for a role that no strategy has
 */
export function commandRoles(
  args: ModelArguments,
  roles: CommandModels['roles'],
  strategies: readonly StrategyInfo[],
): CommandModels['roles'] {
  const known = new Set(['default', ...strategies.flatMap((each) => each.roles.map(({ name }) => name))])
  const unknown = [...Object.keys(args.roles), ...Object.keys(args.efforts)].find((role) => !known.has(role))
  if (unknown !== undefined)
    throw new UsageError(`No strategy has the role ${JSON.stringify(unknown)}. Roles: ${[...known].join(', ')}.`, 'run')
  const usual = roles['default']
  const isSaved = args.model !== null && args.baseUrl === null
  if (isSaved || usual === undefined) return roles
  return { ...Object.fromEntries([...known].map((role) => [role, usual])), ...roles }
}
