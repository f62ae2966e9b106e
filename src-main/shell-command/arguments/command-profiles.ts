import { withEffort } from '../../../src-shared/settings/profile-variant.ts'
import { demoProfileId, type ModelProfile } from '../../../src-shared/settings/settings.ts'
import { profileAt, usualEndpoint } from '../../host/runs/endpoint-profile.ts'
import type { Efforts, ModelArguments } from './argument-parts.ts'
import { UsageError } from './usage.ts'

export interface CommandModels {
  /** Profile ids by role, for the run. */
  readonly roles: { readonly [role: string]: string }
  /** The profiles that the command line names, the user's saved ones among them: they get its key. */
  readonly named: readonly ModelProfile[]
}

/**
 * The models that a `run` names. No endpoint named means the demo. A model may name its own endpoint: `NAME@URL`.
 * @param saved the user's own profiles; a model named alone may be one of them, by its name or id
 * @param hasKey whether the environment holds the key of the provider at this address
 * @throws UsageError if a model is named and nothing tells where it is
 */
export function commandModels(
  args: ModelArguments,
  saved: readonly ModelProfile[],
  hasKey: (baseUrl: string) => boolean,
): CommandModels {
  const named: ModelProfile[] = []
  const idOf = (nameOrId: string): string => {
    const { model, baseUrl } = endpointIn(nameOrId, args.baseUrl)
    const known = baseUrl === null ? saved.find((each) => each.name === model || each.id === model) : undefined
    if (known?.id === demoProfileId) return known.id
    const usual = usualEndpoint(model)
    if (known === undefined && baseUrl === null && !hasKey(usual)) throw unknownModel(model)
    const api = baseUrl === args.baseUrl ? args.api : null
    const profile = known ?? profileAt(baseUrl ?? usual, model, api, args.stallMs)
    named.push(profile)
    return profile.id
  }
  const usual = args.model === null ? demoProfileId : idOf(args.model)
  const others = Object.entries(args.roles).map(([role, model]) => [role, idOf(model)])
  if (args.stallMs !== null && named.every(({ id }) => saved.some((each) => each.id === id)))
    throw new UsageError('--stall-limit is for endpoints named by an address; a saved model has its own in Settings.')
  return { roles: withEfforts({ default: usual, ...Object.fromEntries(others) }, args.efforts), named }
}

/** The same models with the efforts that the command line names. @param roles profile ids by role */
export function withEfforts(roles: CommandModels['roles'], efforts: Efforts): CommandModels['roles'] {
  const usual = roles['default']
  const names = new Set([...Object.keys(roles), ...(usual === undefined ? [] : Object.keys(efforts))])
  return Object.fromEntries(
    [...names].map((role) => {
      const id = roles[role] ?? usual ?? ''
      const effort = efforts[role] ?? efforts['default']
      return [role, effort === undefined ? id : withEffort(id, effort)]
    }),
  )
}

function endpointIn(
  nameOrId: string,
  baseUrl: string | null,
): { readonly model: string; readonly baseUrl: string | null } {
  const at = /^(.+?)@(https?:\/\/.+)$/.exec(nameOrId)
  if (at?.[1] === undefined || at[2] === undefined || !URL.canParse(at[2])) return { model: nameOrId, baseUrl }
  return { model: at[1], baseUrl: at[2] }
}

const unknownModel = (model: string) =>
  new UsageError(
    `There is no saved model profile ${JSON.stringify(model)}. Add --base-url or use ${model}@URL, or set OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY to use one of their models.`,
  )
