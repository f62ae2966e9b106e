import type { StartRun } from '../../../src-shared/api/run-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { PresetEntry } from '../../../src-shared/strategy/preset.ts'
import { resolvePick } from '../../../src-shared/strategy/resolve-choice.ts'
import { type Routed, type RoutedBy, route } from '../../../src-shared/strategy/routing.ts'
import { choiceLabel, type StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import {
  isChoice,
  mostSpecific,
  type PickDefaults,
  type StrategyPick,
} from '../../../src-shared/strategy/strategy-pick.ts'
import { findWithin } from '../../agent/limited-pattern.ts'
import type { HostContext } from '../host-context.ts'
import { invalid, type PresetProject } from '../presets/presets.ts'

export type PickParts = Pick<HostContext, 'options' | 'bus' | 'settings' | 'profiles' | 'presets' | 'defaults'>

/** A message with its resolved strategy, and the reason of the choice: null if the user named it. */
export interface PickedRun {
  readonly asked: ChosenRun
  readonly routed: RoutedBy | null
}
export type ChosenRun = Omit<StartRun, 'strategy'> & { readonly strategy: StrategyChoice }

/**
 * Resolves the strategy of a message; the only place that does so: defaults, `auto` and presets are resolved
 * in the host before the run starts. The run's first event records the choice and its reason, so that a
 * resumed or replayed run is the same, even if rules and presets have changed.
 * @throws FailureError if a preset is missing, invalid or not trusted
 */
export async function pickStrategy(parts: PickParts, asked: StartRun, project: PresetProject): Promise<PickedRun> {
  const won = mostSpecific(asked.strategy, defaultsFor(parts, asked.conversationId, project.id))
  const chosen = 'auto' in won.pick ? byRules(parts, asked.message) : { pick: won.pick, rule: null }
  const preset = await presetOf(parts, project, chosen.pick)
  const { strategy, roles } = resolvePick(chosen.pick, preset?.preset ?? null, asked.roles, parts.profiles.list())
  if (strategy === null) throw new FailureError(autoAgain)
  const routed = {
    by: won.by,
    pick: won.pick,
    label: choiceLabel(strategy),
    preset: preset?.name ?? null,
    rule: chosen.rule,
  }
  const own = won.by === 'message' && isChoice(won.pick)
  return { asked: { ...asked, strategy, roles }, routed: own ? null : routed }
}

/** A rule whose pattern takes too long on this message is skipped, and the user is notified. */
function byRules({ settings, bus }: Pick<HostContext, 'bus' | 'settings'>, message: string): Routed {
  return route(message, settings.read().routing, (pattern, text, rule) => {
    const came = findWithin(pattern, text)
    if (came !== 'too-slow') return came.found
    bus.publish({ kind: 'notice', level: 'warning', text: tooSlow(rule.name) })
    return null
  })
}

const tooSlow = (rule: string): string =>
  `The pattern of the rule “${rule}” took too long on this message, so the rule was left out. Write it without repetitions inside repetitions, in the settings, under Strategies.`

function defaultsFor(
  parts: Pick<HostContext, 'options' | 'settings' | 'defaults'>,
  conversationId: string,
  projectId: string,
): PickDefaults {
  const settings = parts.settings.read()
  return {
    conversation: parts.defaults.get('conversation', conversationId),
    project: parts.defaults.get('project', projectId),
    source: settings.sources[parts.options.shell] ?? null,
    settings: settings.strategy,
  }
}

async function presetOf(
  parts: Pick<HostContext, 'presets'>,
  project: PresetProject,
  pick: StrategyPick,
): Promise<PresetEntry | null> {
  if (!('preset' in pick)) return null
  const entry = await parts.presets.get(project, pick.preset)
  if (entry.preset === null) throw invalid(entry)
  return entry
}

const autoAgain = {
  kind: 'strategy-unknown',
  message: 'The rules for auto pick auto again.',
  advice: 'Correct them in the settings, under Strategies.',
} as const
