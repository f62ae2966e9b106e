import { FailureError } from '../../../src-shared/base/failure.ts'
import type { BoundLane, LaneSetUp } from '../../../src-shared/comparison/comparison.ts'
import { laneLabelAt } from '../../../src-shared/comparison/lane-label.ts'
import {
  estimateLane,
  type LaneEstimate,
  type LanesEstimate,
  type RateLimit,
} from '../../../src-shared/comparison/run-estimate.ts'
import type { Usage } from '../../../src-shared/model/message.ts'
import { baseProfileId } from '../../../src-shared/settings/profile-variant.ts'
import type { ResolveParts } from '../runs/resolve-request.ts'
import { bindLane } from './bind-lane.ts'
import { earlierDisagreement } from './earlier-disagreement.ts'

/** As many of a project's newest runs are looked through. */
const maxPast = 1000

interface EstimateRequest {
  readonly projectId: string
  readonly lanes: readonly LaneSetUp[]
  readonly message: string
  /** Ids of kept tasks. */
  readonly tasks: readonly string[]
}

/**
 * What a run of each lane is likely to take, by the project's earlier runs, null for a lane that has none, or that can't
 * run; the limits a minute of the lanes' models; and how often lanes disagreed at these tasks before.
 */
export async function estimateLanes(
  parts: ResolveParts,
  { projectId, lanes, message, tasks }: EstimateRequest,
): Promise<LanesEstimate> {
  const past = parts.store.runs.list(projectId, maxPast)
  const request = { conversationId: '', parentId: null, message, mode: 'act', approval: 'ask' } as const
  const pricings = new Map<string, Promise<Pricing>>()
  const pricingOf = (lane: BoundLane) => {
    const ids = modelsOf(lane)
    const key = ids.join(' ')
    const found = pricings.get(key) ?? pricing(parts, ids)
    pricings.set(key, found)
    return found
  }
  const estimates: (LaneEstimate | null)[] = []
  const bound: (BoundLane | null)[] = []
  for (const [at, setUp] of lanes.entries()) {
    try {
      const lane = await bindLane(parts, projectId, laneLabelAt(at), setUp, request)
      bound.push(lane)
      estimates.push(estimateLane(lane, past, await pricingOf(lane)))
    } catch (thrown) {
      if (!(thrown instanceof FailureError)) throw thrown
      bound.push(null)
      estimates.push(null)
    }
  }
  const disagreement = earlierDisagreement(parts, projectId, tasks)
  return { lanes: estimates, rates: ratesOf(parts, bound), disagreement }
}

const modelsOf = ({ bound }: Pick<BoundLane, 'bound'>): string[] =>
  [...new Set(Object.values(bound).map(({ profileId }) => baseProfileId(profileId)))].sort()

type Pricing = (usage: Usage) => number | null

/** What tokens cost with the only model of a lane. Tokens of several models can't be told apart. */
async function pricing({ profiles }: Pick<ResolveParts, 'profiles'>, ids: readonly string[]): Promise<Pricing> {
  const [id] = ids
  const profile = id === undefined || ids.length > 1 ? undefined : profiles.get(id)
  if (profile === undefined) return () => null
  const { costOf } = await import('../../model/endpoints/cost.ts')
  const { knownModel } = await import('../../model/endpoints/list-prices.ts')
  const price = profile.price ?? (await knownModel(profile.baseUrl, profile.model)).price
  return (usage) => (price === null ? null : costOf(usage, price))
}

function ratesOf({ profiles }: Pick<ResolveParts, 'profiles'>, lanes: readonly (BoundLane | null)[]): RateLimit[] {
  const models = lanes.map((lane) => (lane === null ? [] : modelsOf(lane)))
  return [...new Set(models.flat())].flatMap((id) => {
    const profile = profiles.get(id)
    const { requestsPerMinute: requests = null, tokensPerMinute: tokens = null } = profile ?? {}
    if (profile === undefined || (requests === null && tokens === null)) return []
    const alone = models.flatMap((own, at) => (own.length === 1 && own[0] === id ? [at] : []))
    return [{ model: profile.name, requests, tokens, lanes: alone }]
  })
}
