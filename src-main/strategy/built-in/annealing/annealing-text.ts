import { counted } from '../../../../src-shared/base/format.ts'
import type { AnnealingPrompts } from './annealing-options.ts'
import type { Proposal } from './annealing-state.ts'

/** Older proposals than these are left out. */
const maxTold = 12

/** Each proposal starts from an empty transcript, since files that an earlier one saw may have been rolled back. */
export function proposalRequest(prompts: AnnealingPrompts, report: string, proposals: readonly Proposal[]): string {
  const lines = proposals.slice(-maxTold).map(line).join('\n')
  return prompts.proposal({ report, history: lines === '' ? '' : prompts.history({ proposals: lines }) })
}

function line({ text, score, decision }: Proposal): string {
  return `- ${scoreSentence(score)}, ${decision}: ${shortened(text)}`
}

export const scoreSentence = (score: number | null): string => (score === null ? 'no score' : `score ${score}`)

/** For the timeline, if a pattern gave no score. */
export const problemOf = (problem: string | null) => (problem === null ? {} : { problem })

const shortened = (text: string): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length > 500 ? `${plain.slice(0, 500)} …` : plain
}

/** What the user reads at the end. */
export function reportOf(score: number | null, proposals: readonly Proposal[], unchanged: boolean): string {
  const accepted = proposals.filter(({ decision }) => ['better', 'equal', 'worse, kept'].includes(decision)).length
  const count = `${accepted} of ${counted(proposals.length, 'proposal')} kept.`
  const best = score === null ? 'None has a score.' : `Best score: ${score}.`
  return `${count} ${best}${unchanged ? ' No proposal was better than the start, so the files are unchanged.' : ''}`
}
