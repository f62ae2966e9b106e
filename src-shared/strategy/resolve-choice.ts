/**
 * The parts that run/resolve-run.ts resolves by: a role's profile, a strategy's roles, and the wrapper of every run.
 */
import { historyWrapper, isOrWraps } from './history-wrapper.ts'
import type { StrategyChoice, StrategyInfo } from './strategy-info.ts'

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
  const profileId = role === 'default' ? undefined : settings.roles[role]
  const usual = chosen['default'] ?? settings.defaultProfile
  return chosen[role] ?? (profileId !== undefined && isThere(profileId) ? profileId : usual)
}

/** The roles a choice asks models for, its inner strategies' included, each once; none of what is not known. */
export function rolesOf(choice: StrategyChoice | null, strategies: readonly StrategyInfo[]): StrategyInfo['roles'] {
  if (choice === null) return []
  const all = strategies.find((each) => each.name === choice.name)?.roles ?? []
  const own = choice.inner === undefined ? all : all.filter((role) => role.inner !== true)
  const inner = choice.inner === undefined ? [] : rolesOf(choice.inner, strategies)
  return [...own, ...inner.filter((role) => own.every((each) => each.name !== role.name))]
}

/** Every run knows its branch's history: a choice that does not say how gets the wrapper that does. */
export function wrapInConversation(choice: StrategyChoice): StrategyChoice {
  return isOrWraps(choice, historyWrapper) ? choice : { name: historyWrapper, options: {}, inner: choice }
}

/** What a person chose, without that wrapper: it is not for the user to choose. */
export function unwrapConversation(choice: StrategyChoice): StrategyChoice {
  return choice.name === historyWrapper && choice.inner !== undefined ? choice.inner : choice
}
