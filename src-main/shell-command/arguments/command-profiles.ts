import { demoProfileId, type ModelProfile } from '../../../src-shared/settings/settings.ts'
import { profileAt } from '../../host/runs/endpoint-profile.ts'
import type { ModelArguments } from './argument-parts.ts'
import { UsageError } from './usage.ts'

const openAi = 'https://api.openai.com/v1'

export interface CommandModels {
  /** Profile ids by role, for the run. */
  readonly roles: { readonly [role: string]: string }
  /** The profiles that the command line names, the user's saved ones among them: they get its key. */
  readonly named: readonly ModelProfile[]
}

/**
 * The models that a `run` names. No endpoint named means the demo.
 * @param saved the user's own profiles; a model named alone may be one of them, by its name or id
 * @throws UsageError if a model is named and nothing tells where it is
 */
export function commandModels(args: ModelArguments, saved: readonly ModelProfile[], hasKey: boolean): CommandModels {
  const named: ModelProfile[] = []
  const idOf = (model: string): string => {
    const known = args.baseUrl === null ? saved.find((each) => each.name === model || each.id === model) : undefined
    if (known?.id === demoProfileId) return known.id
    if (known !== undefined) {
      named.push(known)
      return known.id
    }
    if (args.baseUrl === null && !hasKey) throw unknownModel(model)
    const profile = profileAt(args.baseUrl ?? openAi, model)
    named.push(profile)
    return profile.id
  }
  const usual = args.model === null ? demoProfileId : idOf(args.model)
  const others = Object.entries(args.roles).map(([role, model]) => [role, idOf(model)])
  return { roles: { default: usual, ...Object.fromEntries(others) }, named }
}

const unknownModel = (model: string) =>
  new UsageError(
    `No saved profile is called ${JSON.stringify(model)}. Name its endpoint with --base-url, or set OPENAI_API_KEY for a model of OpenAI.`,
  )
