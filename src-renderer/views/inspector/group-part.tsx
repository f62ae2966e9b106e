import { useMemo } from 'react'
import { counted, formatDuration } from '../../../src-shared/base/format.ts'
import { formatWorkingTime } from '../../../src-shared/run/time/run-time.ts'
import { spanTime } from '../../../src-shared/run/time/work-times.ts'
import { costText, tokenCountText } from '../../../src-shared/run/totals-text.ts'
import type { BranchesSpan, ChildSpan, PhaseSpan } from '../../../src-shared/run/view/run-view.ts'
import { spanLabel, spanType, stateOfSpan } from '../../run/span-names.ts'
import { useByShape } from '../../stores/runs/use-by-shape.ts'
import { useStrategyTitle } from '../../stores/server-cache/strategy-titles.ts'
import { select } from '../../stores/session/selection-store.ts'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { KeyValues } from '../../widgets/key-values.tsx'
import { ContextCutPart } from './context-cut-part.tsx'
import { sumInside } from './group-sum.ts'
import styles from './inspector.module.css'
import { LongText } from './long-text.tsx'
import type { PartProps } from './part-props.ts'
import { Section } from './section.tsx'

const maxListed = 200

/** A phase, a child run or parallel branches: its content and its outcome. */
export function GroupPart({ run, view, span }: PartProps<PhaseSpan | BranchesSpan | ChildSpan>) {
  const still = useByShape(view, view.spans, view.shape)
  const inside = useMemo(() => sumInside(still, span.path), [still, span.path])
  const title = useStrategyTitle()
  const figure = (text: string) => <span className="figure">{text}</span>
  return (
    <>
      {span.failure !== null && (
        <div className={styles.alert}>
          <FailureAlert failure={span.failure} />
        </div>
      )}
      <div className={styles.facts}>
        <KeyValues
          rows={[
            ['Sub-agent', span.kind === 'child' ? (span.agent ?? null) : null],
            ['Strategy', span.kind === 'child' ? title(span.strategy) : null],
            ['Round', span.kind === 'phase' && span.index > 0 ? figure(String(span.index + 1)) : null],
            ['Started', figure(`+${formatDuration(span.startMs)}`)],
            ['Took', figure(formatWorkingTime(spanTime(view, span, view.lastMs)))],
            ['Model', figure(`${formatDuration(inside.modelMs)} in ${counted(inside.modelCalls, 'call')}`)],
            ['Tools', figure(`${formatDuration(inside.toolMs)} in ${counted(inside.toolCalls, 'call')}`)],
            ['Failed', inside.failures > 0 ? figure(counted(inside.failures, 'tool call')) : null],
            ['Tokens', figure(tokenCountText(inside.use, span.endMs === null))],
            ['Cost', figure(costText(inside.use, span.endMs === null))],
          ]}
        />
      </div>
      {span.kind === 'child' && (
        <Section title="Goal" copy={span.goal}>
          <LongText text={span.goal} />
        </Section>
      )}
      {span.kind === 'phase' && span.name === 'compact' && <ContextCutPart run={run} view={still} span={span} />}
      <Section title="Inside">
        {inside.children.length === 0 && <p className={styles.quiet}>Nothing yet.</p>}
        <ul className={styles.list}>
          {inside.children.slice(0, maxListed).map((child) => (
            <li key={child.path}>
              <button
                type="button"
                className={styles.child}
                onClick={() => select({ runId: run.id, path: child.path }, 'timeline')}
              >
                <span className={styles.quiet}>{spanType(child)}</span> <span>{spanLabel(child)}</span>
                <span className={styles.bad}>{stateOfSpan(child)}</span>
                <span className="figure">{formatDuration(spanTime(view, child, view.lastMs).workMs)}</span>
              </button>
            </li>
          ))}
        </ul>
        {inside.children.length > maxListed && (
          <p className={styles.quiet}>And {inside.children.length - maxListed} more. The timeline’s list shows all.</p>
        )}
      </Section>
    </>
  )
}
