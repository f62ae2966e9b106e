import { assertNever } from '../../base/assert-never.ts'
import { formatFixed, listed, plural } from '../../base/format.ts'
import type { LaneResults, StepEffect } from '../comparison-results.ts'

/** What a change at a step of a run does, in sentences. */

const signedPoints = (share: number): string => {
  const points = Math.round(share * 100)
  return points === 0 ? '0' : `${points < 0 ? '−' : '+'}${Math.abs(points)}`
}

/** What forks of a run that worked in a container lack. */
export const containerForksText =
  'Each fork has a new container with the files of the step. What earlier commands changed outside of the workspace, such as packages that they installed, is missing.'

/** `+40 points (+5 to +68)`; null if no trials of both lanes have ended. */
export function effectFigure({ difference }: Pick<StepEffect, 'difference'>): string | null {
  if (difference === null) return null
  const { value, from, to } = difference
  return `${signedPoints(value)} points (${signedPoints(from)} to ${signedPoints(to ?? 1)})`
}

/** The effect on success with its test. */
export function effectText(effect: StepEffect): string {
  const { lane, against, success, p, trials } = effect
  const figure = effectFigure(effect)
  if (figure === null) return `${lane} compared with ${against}: not enough; no trials of both have ended.`
  const seen = `${figure}; ${trials[0]} and ${trials[1]} trials, p = ${formatFixed(p, 3)}`
  switch (success) {
    case 'better':
      return `${lane} succeeds more often than ${against}: ${seen}.`
    case 'worse':
      return `${lane} succeeds less often than ${against}: ${seen}.`
    case 'no difference shown':
      return `${lane} compared with ${against}: no effect on success shown: ${seen}.`
    case 'not enough':
      return `${lane} compared with ${against}: not enough to tell the effect on success: ${seen}.`
    default:
      return assertNever(success)
  }
}

interface EffectVerdict {
  readonly kind: 'better' | 'alike' | 'open'
  readonly chip: string
  readonly best: null
  readonly headline: string
  readonly sentences: readonly string[]
}

/** The result of a batch of forks at a glance. */
export function effectVerdict(lanes: readonly LaneResults[], effects: readonly StepEffect[]): EffectVerdict {
  const apart = effects.filter(({ success }) => success === 'better' || success === 'worse')
  const headline = lanes.every(({ trials }) => trials === 0)
    ? 'No trial has ended yet.'
    : `${listed(lanes.map(({ label, successes, trials }) => `${label} succeeds in ${successes} of ${trials}`))}.`
  const sentences = effects.map(
    (each) => `${each.lane} compared with ${each.against}: ${effectFigure(each) ?? 'no trials yet'}.`,
  )
  return { ...chipOf(effects, apart), best: null, headline, sentences: [...sentences, ...alikeTexts(effects)] }
}

function chipOf(effects: readonly StepEffect[], apart: readonly StepEffect[]): Pick<EffectVerdict, 'kind' | 'chip'> {
  const [only] = apart
  if (only !== undefined && effects.length === 1)
    return { kind: 'better', chip: only.success === 'better' ? 'The change helps' : 'The change hurts' }
  if (only !== undefined) {
    const names = listed(apart.map(({ lane }) => lane))
    return { kind: 'better', chip: `${names} ${plural(apart.length, 'has', 'have')} an effect` }
  }
  const isAlike = effects.length > 0 && effects.every(({ success }) => success === 'no difference shown')
  return isAlike ? { kind: 'alike', chip: 'No effect shown' } : { kind: 'open', chip: 'Not enough to tell' }
}

/** Which lanes' trials all came out the same, and what that means. */
export function alikeTexts(effects: readonly StepEffect[]): string[] {
  const labels = [...new Set(effects.flatMap(({ alike }) => alike))].sort()
  if (labels.length === 0) return []
  return [
    `All trials of ${listed(labels)} came out the same, as at temperature 0 or with a seed: more of them would probably show nothing new.`,
  ]
}
