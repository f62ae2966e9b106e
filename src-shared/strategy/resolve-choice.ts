/**
 * Resolves a choice of strategy and models, in one order of precedence: the host binds by it, and the window shows
 * by it what will be bound. The precedence of strategies is in strategy-pick.ts.
 */
import { historyWrapper, isOrWraps } from './history-wrapper.ts'
import type { Preset } from './preset.ts'
import type { StrategyChoice, StrategyInfo } from './strategy-info.ts'
import { isChoice, type StrategyPick } from './strategy-pick.ts'

/** Profiles by role. `default` is for every role that is not named. */
export type Roles = { readonly [role: string]: string }

interface Named {
  readonly id: string
  readonly name: string
}

/** A preset names profiles by id or by name, since it may come from somebody else; an id goes first. */
export function profileNamed<P extends Named>(wanted: string, profiles: readonly P[]): P | undefined {
  return profiles.find((each) => each.id === wanted) ?? profiles.find((each) => each.name === wanted)
}

/** Profile ids for the roles of a preset; those whose profile this user has not are left out. */
function knownRoles(roles: Roles, profiles: readonly Named[]): Roles {
  return Object.fromEntries(
    Object.entries(roles).flatMap(([role, wanted]) => {
      const known = profileNamed(wanted, profiles)
      return known === undefined ? [] : [[role, known.id]]
    }),
  )
}

/**
 * Resolves a pick: its strategy, null for `auto` and for a missing preset, and profile ids by role, of
 * which the message's own go before the preset's.
 */
export function resolvePick(
  pick: StrategyPick,
  preset: Pick<Preset, 'strategy' | 'roles'> | null,
  chosen: Roles,
  profiles: readonly Named[],
): { readonly strategy: StrategyChoice | null; readonly roles: Roles } {
  const strategy = isChoice(pick) ? pick : (preset?.strategy ?? null)
  return { strategy, roles: { ...knownRoles(preset?.roles ?? {}, profiles), ...chosen } }
}

/**
 * The id of a role's profile: the message's own choice, then the settings' role, then the message's default, then the
 * settings' default. A profile of the settings' role that is gone is passed over; others are not.
 * @param chosen profile ids by role, as the message chose them
 */
export function profileFor(
  role: string,
  chosen: Roles,
  settings: { readonly roles: Roles; readonly defaultProfile: string },
  isThere: (id: string) => boolean,
): string {
  const kept = role === 'default' ? undefined : settings.roles[role]
  const usual = chosen['default'] ?? settings.defaultProfile
  return chosen[role] ?? (kept !== undefined && isThere(kept) ? kept : usual)
}

/** The roles a choice asks models for, its inner strategies' included, each once; none of what is not known. */
export function rolesOf(choice: StrategyChoice | null, strategies: readonly StrategyInfo[]): StrategyInfo['roles'] {
  if (choice === null) return []
  const own = strategies.find((each) => each.name === choice.name)?.roles ?? []
  const inner = choice.inner === undefined ? [] : rolesOf(choice.inner, strategies)
  return [...own, ...inner.filter((role) => own.every((each) => each.name !== role.name))]
}

/** Every run knows its branch's history: a choice that does not say how gets the wrapper that does. */
export function inConversation(choice: StrategyChoice): StrategyChoice {
  return isOrWraps(choice, historyWrapper) ? choice : { name: historyWrapper, options: {}, inner: choice }
}

/** What a person chose, without that wrapper: it is not for the user to choose. */
export function outOfConversation(choice: StrategyChoice): StrategyChoice {
  return choice.name === historyWrapper && choice.inner !== undefined ? choice.inner : choice
}
