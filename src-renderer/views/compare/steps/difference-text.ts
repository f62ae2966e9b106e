import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { listed } from '../../../../src-shared/base/format.ts'
import { withoutEnding } from '../../../../src-shared/base/without-ending.ts'
import type { LaneLabel } from '../../../../src-shared/comparison/lane-label.ts'
import type { Action } from '../../../run/lane-actions.ts'

/** `Both edit src/total.js, in different ways`; `A edited a.js; B and C ran npm test` */
export function differenceText(labels: readonly LaneLabel[], actions: readonly (Action | null)[]): string {
  const [first] = actions
  const sameFile = first?.kind === 'edit' && actions.every((each) => each?.kind === 'edit' && each.file === first.file)
  if (sameFile)
    return `${labels.length === 2 ? 'Both' : `All ${labels.length}`} edited ${first.file}, in different ways.`
  const groups = new Map<string, LaneLabel[]>()
  for (const [at, label] of labels.entries()) {
    const action = actions[at] ?? null
    if (action !== null) groups.set(actionText(action), [...(groups.get(actionText(action)) ?? []), label])
  }
  const own = [...groups].map(([text, who]) => `${listed(who)} ${text}`)
  const missing = actions.some((each) => each === null)
  return `${missing && groups.size === 1 ? 'Only ' : ''}${own.join('; ')}.`
}

/** `plan: Look first.` as `wrote in plan: “Look first”`; what a strategy's own tool did stays as it is. */
function thoughtText(text: string): string {
  const [, about, words] = /^([^:]+): (.+)$/s.exec(text) ?? []
  if (about === undefined || words === undefined) return text
  return `wrote${about === 'wrote' ? '' : ` in ${about}`}: “${plainText(words)}”`
}

/** A model's words within a sentence: without Markdown's marks and its own full stop. */
const plainText = (text: string): string => withoutEnding(text.replace(/[`*]/g, ''), '.:;,')

function actionText(action: Action): string {
  switch (action.kind) {
    case 'edit':
      return `edited ${action.file}`
    case 'answer':
      return 'gave another answer'
    case 'command':
    case 'read':
      return action.text
    case 'thought':
      return thoughtText(action.text)
    default:
      return assertNever(action.kind)
  }
}
