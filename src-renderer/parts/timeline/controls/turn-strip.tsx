import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { formatCost, formatDuration, shortenMiddle } from '../../../../src-shared/base/format.ts'
import { useRunVerdicts } from '../../../stores/runs/run-verdicts.ts'
import { cx } from '../../../widgets/cx.ts'
import type { TimelineRun } from '../canvas/use-timeline-run.ts'
import { type TurnBlock, turnBlocks } from '../model/turn-blocks.ts'
import styles from './turn-strip.module.css'

/** All turns of the conversation with their status, each as wide as its working time; arrow keys move between them. */
export function TurnStrip({ shown }: { readonly shown: TimelineRun }) {
  const { run, choices, pick } = shown
  const list = useRef<HTMLUListElement>(null)
  const shownId = run?.id ?? null
  const verdicts = useRunVerdicts()
  const blocks = useMemo(() => turnBlocks(choices, shownId, verdicts), [choices, shownId, verdicts])
  const at = blocks.findIndex((each) => each.run.id === shownId)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  if (blocks.length < 2) return null
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: blocks.length - 1 }[event.key]
    const next = blocks[to ?? -1]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (next === undefined) return
    pick(next.run.id)
    list.current?.querySelectorAll('button')[to]?.focus()
  }
  return (
    <nav className={styles.strip} aria-label="Turns">
      <span className={styles.name} aria-hidden="true">
        Turns
      </span>
      <ul ref={list} data-own-arrows="" onKeyDown={onKeyDown}>
        {blocks.map((block) => (
          <Block key={block.turn} block={block} current={block.run.id === shownId} onPick={() => pick(block.run.id)} />
        ))}
      </ul>
    </nav>
  )
}

function Block({ block, current, onPick }: { block: TurnBlock; current: boolean; onPick: () => void }) {
  const { turn, message, run, workMs, outcome } = block
  const total = `${formatDuration(workMs)}${run.totals.cost !== null && run.totals.cost > 0 ? ` · ${formatCost(run.totals.cost)}` : ''}`
  return (
    <li style={{ flexGrow: Math.max(1, Math.sqrt(workMs)) }}>
      <button
        type="button"
        className={cx(styles.block, current && styles.current)}
        aria-current={current ? 'true' : undefined}
        title={`${message.slice(0, 200)}\n${words[outcome]} · ${total}`}
        tabIndex={current ? 0 : -1}
        onClick={onPick}
      >
        <span className={styles[outcome === 'refuted' ? 'bad' : outcome]} aria-hidden="true">
          {signs[outcome]}
        </span>
        <span className="unseen">Turn </span>
        <span className={styles.message}>{`${turn} ${shortenMiddle(message, 120)}`}</span>
        <span className="unseen">{` ${words[outcome]} `}</span>
        <span className={`figure ${styles.came}`}>{total}</span>
      </button>
    </li>
  )
}

const signs = { ok: '✓', bad: '✕', refuted: '✕', going: '●', stopped: '–' }
const words = { ok: 'completed', bad: 'failed', refuted: 'check failed', going: 'running', stopped: 'stopped' }
