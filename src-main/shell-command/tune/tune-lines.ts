import type { StartTuning, TuningPreview } from '../../../src-shared/api/tuning-requests.ts'
import { counted, formatDuration } from '../../../src-shared/base/format.ts'
import { labelOfName } from '../../../src-shared/base/label-of-name.ts'
import { estimateText } from '../../../src-shared/comparison/plan/estimate-text.ts'
import { finalPowerText } from '../../../src-shared/tuning/final-power-text.ts'
import { type Parameter, shownTried } from '../../../src-shared/tuning/parameter.ts'
import type { Tuning, TuningRound } from '../../../src-shared/tuning/tuning.ts'
import {
  candidateText,
  findingTexts,
  noFindingText,
  shareText,
  tuningCost,
  tuningVerdict,
} from '../../../src-shared/tuning/tuning-text.ts'
import { inColumns } from '../columns.ts'

/** A search before it starts. */
export function previewLines(preview: TuningPreview, { parameters, proposer, alpha }: StartTuning): string[] {
  const { candidates, rounds, training, heldOut, trials, finalTrials, detectable, estimate, warnings } = preview
  return [
    `Varied: ${[...parameters.map(variedText), ...(proposer === null ? [] : ['prompts, by proposals'])].join('; ')}`,
    `Candidates: ${candidates.length}, the current setting included`,
    `Tasks: ${training} for training, ${heldOut} held out`,
    ...rounds.map(
      (round, at) =>
        `Round ${at + 1}: ${counted(round.candidates, 'candidate')} × ${counted(round.tasks, 'training task')} × ${counted(round.repeats, 'trial')}`,
    ),
    `Final: ${counted(finalTrials, 'trial')} on held-out tasks`,
    `In all: ${counted(trials, 'trial')} at most`,
    estimateText([estimate], trials),
    detectable === null
      ? 'So few held-out tasks can show no difference.'
      : `${finalPowerText(detectable)} (Level ${alpha}.)`,
    ...warnings,
  ]
}

/** `Max retries (retry.maxRetries) 1 to 5` */
const variedText = ({ strategy, option, title, tried }: Parameter): string =>
  `${title ?? labelOfName(option)} (${strategy}.${option}) ${shownTried(tried)}`

/** What a search has come to, round by round. */
export function tuningLines(tuning: Tuning, width: number | null): string[] {
  const { rounds, findings, spent, refused } = tuning
  return [
    ...rounds.flatMap((round, at) => [...roundLines(tuning, round, at, width), '']),
    tuningVerdict(tuning),
    ...(findings.length === 0 && tuning.state === 'done' ? [noFindingText(tuning)] : []),
    ...findings.flatMap((finding) => [
      `Candidate ${finding.candidate}: ${nameOf(tuning, finding.candidate)}`,
      ...findingTexts(finding, tuning),
    ]),
    ...tuning.candidates.flatMap(({ id, origin }) =>
      origin.kind === 'proposed' && findings.some(({ candidate }) => candidate === id)
        ? [`Proposed by ${origin.by}: ${origin.why}`]
        : [],
    ),
    ...(refused.length === 0 ? [] : [`Proposals not used: ${refused.join(' ')}`]),
    `${counted(spent.trials, 'trial')}, ${tuningCost(tuning)}, ${formatDuration(spent.wallMs)}`,
  ]
}

function roundLines(tuning: Tuning, round: TuningRound, at: number, width: number | null): string[] {
  const title = round.kind === 'final' ? 'Final, on held-out tasks' : `Round ${at + 1}, screened on training tasks`
  if (round.tallies === null) return [`${title}: under way`]
  const rows = round.tallies.map(({ candidate, ...share }) => [
    String(candidate),
    shareText(share),
    round.kept.includes(candidate) ? 'kept' : '',
    nameOf(tuning, candidate),
  ])
  return [title, ...inColumns([['candidate', 'success', '', 'setting'], ...rows], width)]
}

function nameOf(tuning: Tuning, id: number): string {
  const candidate = tuning.candidates.find((each) => each.id === id)
  return candidate === undefined ? '' : candidateText(candidate, tuning)
}
