import { FailureError } from '../../../src-shared/base/failure.ts'
import type { BoundLane } from '../../../src-shared/comparison/comparison.ts'
import type { BoundRole } from '../../../src-shared/run/leaf-starts.ts'
import type { HostContext } from '../host-context.ts'

type Lane = Pick<BoundLane, 'label' | 'bound' | 'picks'>

/**
 * Checks before anything is started whether the lanes' models are available: a command line may have named them.
 * @param otherwise what else the user can do, as a sentence
 * @throws FailureError that says what is missing
 */
export function refuseMissingModels(
  { profiles }: Pick<HostContext, 'profiles'>,
  lanes: readonly Lane[],
  otherwise: string,
): void {
  for (const lane of lanes) {
    const missing = boundIn(lane).find(({ profileId }) => profiles.get(profileId) === undefined)
    if (missing === undefined) continue
    const named = profiles.named(missing.profileId)
    throw new FailureError(
      named === undefined
        ? {
            kind: 'not-found',
            message: `Lane ${lane.label} used the model “${missing.profileName}”, which no longer exists.`,
            advice: 'Start again with another model.',
          }
        : {
            kind: 'not-found',
            message: `Lane ${lane.label} was started on a command line with the model ${named.model} at ${named.baseUrl}, which no model in Settings matches.`,
            advice: `Add a model with this base URL and name in Settings. ${otherwise}`.trim(),
          },
    )
  }
}

const boundIn = ({ bound, picks = {} }: Lane): BoundRole[] =>
  [bound, ...Object.values(picks).map((pick) => pick.bound)].flatMap((roles) => Object.values(roles))
