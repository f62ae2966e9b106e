import type { Run } from '../../src-shared/run/conversation.ts'
import type { BoundRole } from '../../src-shared/run/leaf-starts.ts'
import { variationOf } from '../../src-shared/settings/profile-variant.ts'

/** A model by this name, with the reasoning effort that was chosen for the run, if any: `gpt-5 (high effort)`. */
export function withEffortText(name: string, { profileId }: Pick<BoundRole, 'profileId'>): string {
  const { reasoningEffort } = variationOf(profileId)
  return reasoningEffort === null ? name : `${name} (${reasoningEffort} effort)`
}

export function modelsOf(run: Run): string[] {
  return [...new Set(Object.values(run.roles).map((bound) => withEffortText(bound.model, bound)))]
}

export function modelsInShort(run: Run): string {
  const models = modelsOf(run)
  return models.length === 1 ? (models[0] ?? '') : `${models.length} models`
}
