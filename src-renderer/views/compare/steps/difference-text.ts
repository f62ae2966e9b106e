import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { listed } from '../../../../src-shared/base/format.ts'
import type { LaneLabel } from '../../../../src-shared/comparison/comparison.ts'
import type { Action } from '../../../run/lane-actions.ts'

/** `Both edit src/total.js, in different ways`; `A edited a.js; B and C ran npm test` */
export function differenceText(labels: readonly LaneLabel[], deeds: readonly (Action | null)[]): string {
  const [first] = deeds
  const sameFile = first?.kind === 'edit' && deeds.every((each) => each?.kind === 'edit' && each.file === first.file)
  if (sameFile)
    return `${labels.length === 2 ? 'Both' : `All ${labels.length}`} edited ${first.file}, in different ways.`
  const groups = new Map<string, LaneLabel[]>()
  for (const [at, label] of labels.entries()) {
    const deed = deeds[at] ?? null
    if (deed !== null) groups.set(deedText(deed), [...(groups.get(deedText(deed)) ?? []), label])
  }
  const own = [...groups].map(([text, who]) => `${listed(who)} ${text}`)
  const missing = deeds.some((each) => each === null)
  return `${missing && groups.size === 1 ? 'Only ' : ''}${own.join('; ')}.`
}

function deedText(deed: Action): string {
  switch (deed.kind) {
    case 'edit':
      return `edited ${deed.file}`
    case 'answer':
      return 'gave another answer'
    case 'command':
    case 'read':
    case 'thought':
      return deed.text
    default:
      return assertNever(deed.kind)
  }
}
