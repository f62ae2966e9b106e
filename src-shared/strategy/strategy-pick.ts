import { z } from 'zod'
import { type StrategyChoice, strategyChoice } from './strategy-info.ts'
import { strategyTitle, type TitledStrategy } from './strategy-title.ts'

/**
 * What a user picks to answer a message: a strategy, a preset by its id, or `auto`, which picks by rules on
 * the message. Before a run starts the host makes a `StrategyChoice` of it (run/resolve-run.ts).
 */
export type StrategyPick = StrategyChoice | { readonly preset: string } | { readonly auto: true }
export const strategyPick: z.ZodType<StrategyPick> = z.union([
  strategyChoice,
  z.object({ preset: z.string().min(1).max(300) }),
  z.object({ auto: z.literal(true) }),
])

export const autoPick: StrategyPick = { auto: true }

export const isChoice = (pick: StrategyPick): pick is StrategyChoice => 'name' in pick

/**
 * What people call a pick.
 * @param presets to find a preset's name by its id; one that is gone is called by its id
 * @param known to find a strategy's title; one that is not among them is called by its id
 */
export function pickLabel(
  pick: StrategyPick,
  presets: readonly { readonly id: string; readonly name: string }[],
  known: readonly TitledStrategy[],
): string {
  if (isChoice(pick)) return strategyTitle(pick, known)
  if ('auto' in pick) return 'Auto'
  return presets.find((each) => each.id === pick.preset)?.name ?? pick.preset
}

/** Where messages come from; each may have a default of its own. The window is the desktop app's. */
export const inputSources = ['electron', 'browser', 'command'] as const

export const pickScopes = ['message', 'conversation', 'project', 'source', 'settings'] as const
export type PickScope = (typeof pickScopes)[number]

/** The defaults of one place, from the most specific on; null if none is set. */
export interface PickDefaults {
  readonly conversation: StrategyPick | null
  readonly project: StrategyPick | null
  readonly source: StrategyPick | null
  readonly settings: StrategyPick
}

/** The most specific one wins: message, conversation, project, source, settings. */
export function mostSpecific(
  message: StrategyPick | null,
  defaults: PickDefaults,
): { readonly pick: StrategyPick; readonly by: PickScope } {
  const { conversation, project, source, settings } = defaults
  if (message !== null) return { pick: message, by: 'message' }
  if (conversation !== null) return { pick: conversation, by: 'conversation' }
  if (project !== null) return { pick: project, by: 'project' }
  if (source !== null) return { pick: source, by: 'source' }
  return { pick: settings, by: 'settings' }
}
