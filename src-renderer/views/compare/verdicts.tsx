import { Scale } from 'lucide-react'
import type { Comparison, LaneVerdict } from '../../../src-shared/comparison.ts'
import { Popover } from '../../widgets/popover.tsx'
import styles from './compare.module.css'

const who = { check: 'Check', evaluator: 'Evaluator', user: 'You' } as const

const verdictWords = ({ by, choice, blind }: LaneVerdict): string =>
  `${who[by]}${blind && by !== 'check' ? ', blind' : ''}: ${choice === 'tie' ? 'no difference' : `lane ${choice} is better`}`

/** Who said what of the lanes; the reasons are a click away. */
export function Verdicts({ comparison: { verdicts, state } }: { readonly comparison: Comparison }) {
  if (state === 'judging') return <span className={styles.verdict}>The evaluator is judging…</span>
  const latest = verdicts.at(-1)
  if (latest === undefined) return <span className={styles.verdict}>Not judged yet</span>
  return (
    <Popover
      title="Verdicts"
      side="top"
      trigger={
        <button type="button" className={styles.verdictButton}>
          <Scale size={14} aria-hidden="true" />
          {verdictWords(latest)}
          {verdicts.length > 1 && <span className={styles.more}> +{verdicts.length - 1}</span>}
        </button>
      }
    >
      <ul className={styles.verdictList}>
        {verdicts.toReversed().map((each) => (
          <li key={`${each.by} ${each.at}`}>
            <strong>{verdictWords(each)}</strong>
            {each.reasons !== '' && <p>{each.reasons}</p>}
            {each.votes?.map((vote) => (
              <p key={`${vote.shownFirst}${vote.shownSecond}`} className={styles.vote}>
                {vote.shownFirst} shown first, then {vote.shownSecond}: {voteWords(vote.better)} {vote.reasoning}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Popover>
  )
}

const voteWords = (better: 'A' | 'B' | 'C' | 'D' | 'tie' | 'none'): string => {
  if (better === 'none') return 'gave no vote.'
  return better === 'tie' ? 'no difference.' : `${better} is better.`
}
