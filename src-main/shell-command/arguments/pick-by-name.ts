import type { RunRequest } from '../../../src-shared/run/run-request.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import type { ModelArguments, StrategyArgument } from './argument-parts.ts'
import type { CommandModels } from './command-profiles.ts'
import { UsageError } from './usage.ts'

/**
 * What `--strategy` names: a strategy or, if there is none of that name, a preset. A preset's own models
 * answer for its roles, but for those that the command line names.
 * @throws UsageError if options were given for a preset, which brings its own
 */
export async function pickByName(
  host: Host,
  { strategy, model, roles: named, efforts }: ModelArguments & { readonly strategy: StrategyArgument },
  roles: CommandModels['roles'],
  projectId: string,
): Promise<Pick<RunRequest, 'strategy' | 'roles'>> {
  if (strategy === null || 'auto' in strategy || strategy.inner !== undefined) return { strategy, roles: { ...roles } }
  const strategies = await ask(host, 'strategies-list', { projectId })
  if (strategies.some((each) => each.name === strategy.name)) return { strategy, roles: { ...roles } }
  const presets = await ask(host, 'presets-list', { projectId })
  const preset = presets.find((each) => each.name.toLowerCase() === strategy.name.toLowerCase())
  if (preset === undefined) return { strategy, roles: { ...roles } }
  if (Object.keys(strategy.options).length > 0)
    throw new UsageError(`${JSON.stringify(preset.name)} is a preset, which has its own options.`)
  const kept = Object.entries(roles).filter(([role]) =>
    role === 'default'
      ? model !== null || preset.preset?.roles[role] === undefined
      : named[role] !== undefined || efforts[role] !== undefined,
  )
  return { strategy: { preset: preset.id }, roles: Object.fromEntries(kept) }
}
