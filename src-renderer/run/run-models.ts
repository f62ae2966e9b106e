import type { Run } from '../../src-shared/run/conversation.ts'

export function modelsOf(run: Run): string[] {
  return [...new Set(Object.values(run.roles).map((bound) => bound.model))]
}

export function modelsInShort(run: Run): string {
  const models = modelsOf(run)
  return models.length === 1 ? (models[0] ?? '') : `${models.length} models`
}
