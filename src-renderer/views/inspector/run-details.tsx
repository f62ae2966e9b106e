import {
  formatChange,
  formatCost,
  formatCount,
  formatDuration,
  formatFiles,
  formatSize,
  formatTokens,
} from '../../../src-shared/base/format.ts'
import { labelOfName } from '../../../src-shared/base/label-of-name.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { Totals } from '../../../src-shared/run/event.ts'
import {
  costText,
  knownTokens,
  modelTimeText,
  tokenCountText,
  toolTimeText,
} from '../../../src-shared/run/totals-text.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { chosenVersion } from '../../../src-shared/strategy/history-wrapper.ts'
import { changedPrompts } from '../../../src-shared/strategy/prompts.ts'
import { routedText } from '../../../src-shared/strategy/routing.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { PickScope } from '../../../src-shared/strategy/strategy-pick.ts'
import { type Budget, bytesLimit } from '../../../src-shared/strategy/task.ts'
import { StepLink } from '../../parts/branches/forked-from.tsx'
import { withEffortText } from '../../run/run-models.ts'
import { useStrategyTitle } from '../../stores/server-cache/strategy-titles.ts'
import { KeyValues } from '../../widgets/key-values.tsx'
import styles from './inspector.module.css'
import { LongText } from './long-text.tsx'
import summary from './run-summary.module.css'
import { Section } from './section.tsx'

type Rows = readonly (readonly [string, React.ReactNode])[]
const figure = (text: string) => <span className="figure">{text}</span>

/** Rarely needed details: versions, snapshots, limits, options, and the strategy's data. */
export function RunDetails({ run, view }: { run: Run; view: RunView }) {
  const strategy = view.strategy ?? run.strategy
  return (
    <details className={summary.details}>
      <summary>
        Details <span>mode, approval, versions, snapshots, run ID</span>
      </summary>
      <div className={styles.facts}>
        <KeyValues rows={runRows(run, view)} />
      </div>
      <Section title="Totals">
        <KeyValues rows={totalRows(view.totals)} />
      </Section>
      <Section title="Roles">
        <KeyValues
          rows={Object.entries(view.roles).map(([role, bound]) => [
            role,
            <span key={role}>
              <code>{bound.model}</code>{' '}
              <span className={styles.quiet}>{withEffortText(bound.profileName, bound)}</span>
            </span>,
          ])}
        />
      </Section>
      {chain(strategy).map((choice) => (
        <Options key={choice.name} choice={choice} />
      ))}
      {view.budget !== null && (
        <Section title="Limits">
          <KeyValues rows={budgetRows(view.budget)} />
        </Section>
      )}
      {view.notCovered.length > 0 && (
        <Section title="Not in the snapshots">
          <LongText text={view.notCovered.join('\n')} />
        </Section>
      )}
      {Object.keys(view.meta).length > 0 && (
        <Section title="Strategy data" copy={JSON.stringify(view.meta, null, 2)}>
          <LongText text={JSON.stringify(view.meta, null, 2)} />
        </Section>
      )}
    </details>
  )
}

const scopeText: { readonly [by in PickScope]: string } = {
  message: 'the message',
  conversation: 'the conversation’s default',
  project: 'the project’s default',
  source: 'the app’s default',
  settings: 'the general default',
}

function runRows(run: Run, view: RunView): Rows {
  const started = view.startedAt === null ? null : new Date(view.startedAt).toLocaleString()
  const { version, wrapper } = chosenVersion(view.strategyVersion, run.strategy)
  return [
    ['Chosen by', view.routed === null ? null : (routedText(view.routed) ?? scopeText[view.routed.by])],
    ['Continues from', view.forkedFrom === null ? null : <StepLink key="from" runId={run.id} from={view.forkedFrom} />],
    ['Started', started],
    ['Mode', run.mode === 'plan' ? 'plan (read-only)' : 'act'],
    [
      'Approval',
      { 'read-only': 'read only', ask: 'ask first', edits: 'edits allowed', everything: 'everything allowed' }[
        run.approval
      ],
    ],
    ['Version', version === '' ? null : figure(version)],
    [
      'Wrapper',
      wrapper === null ? null : (
        <span key="wrapper">
          {figure(wrapper)} <span className={styles.quiet}>includes the conversation history</span>
        </span>
      ),
    ],
    ['Resumed', view.resumed === 0 ? null : figure(`${view.resumed} ×`)],
    [
      'Changed',
      run.changes === null || view.status === 'running' || view.status === 'waiting'
        ? null
        : figure(`${formatChange(run.changes.added, run.changes.removed)} in ${formatFiles(run.changes.files)}`),
    ],
    ['Files before', snapshot(view.before)],
    ['Files after', snapshot(view.after)],
    ['Run ID', <code key="id">{run.id}</code>],
  ]
}

const snapshot = (id: string | null) => (id === null ? null : <code title={id}>{id.slice(0, 12)}</code>)

function totalRows(totals: Totals): Rows {
  const cached = totals.cachedInput > 0 ? ` (${formatCount(totals.cachedInput)} from cache)` : ''
  const retried = totals.retries > 0 ? `, ${totals.retries} retried` : ''
  const isUnknown = knownTokens(totals) === null
  return [
    ['Model', figure(`${modelTimeText(totals)}${retried}`)],
    ['Tools', figure(toolTimeText(totals))],
    ['Waiting', figure(formatDuration(totals.waitingMs))],
    [
      isUnknown ? 'Tokens' : 'Input',
      figure(isUnknown ? tokenCountText(totals) : `${formatTokens(totals.input)}${cached}`),
    ],
    ['Output', isUnknown ? null : figure(formatTokens(totals.output))],
    ['Cost', figure(costText(totals))],
    ['Steps', figure(String(totals.steps))],
  ]
}

/** Only limits that are set. */
function budgetRows(budget: Budget): Rows {
  const { steps, modelCalls, toolCalls, tokens, cost, wallMs, soft, atLimit } = budget
  const bytes = bytesLimit(budget)
  const count = (limit: number | null) => (limit === null ? null : figure(`at most ${formatCount(limit)}`))
  return [
    ['Steps', count(steps)],
    ['Model calls', count(modelCalls)],
    ['Tool calls', count(toolCalls)],
    ['Tokens', count(tokens)],
    ['Cost', cost === null ? null : figure(`at most ${formatCost(cost)}`)],
    ['Time', wallMs === null ? null : figure(`at most ${formatDuration(wallMs)}`)],
    ['Log', bytes === null ? null : figure(`at most ${formatSize(bytes)}`)],
    [atLimit === 'ask' ? 'You are asked at' : 'Asked to finish at', figure(`${Math.round(soft * 100)} % of a limit`)],
  ]
}

/** A wrapper and the strategy that it wraps, outermost first. */
function chain(choice: StrategyChoice): StrategyChoice[] {
  return choice.inner === undefined ? [choice] : [choice, ...chain(choice.inner)]
}

function Options({ choice }: { choice: StrategyChoice }) {
  const title = useStrategyTitle()
  const prompts = Object.entries(changedPrompts(choice.options))
  const options = Object.entries(choice.options).filter(([name]) => name !== 'prompts')
  return (
    <>
      {options.length > 0 && (
        <Section title={`Options of ${title(choice.name)}`}>
          <KeyValues rows={options.map(([name, value]) => [name, <code key={name}>{JSON.stringify(value)}</code>])} />
        </Section>
      )}
      {prompts.map(([name, text]) => (
        <Section key={name} title={`Prompt ${labelOfName(name)} of ${title(choice.name)}`} copy={text}>
          <LongText text={text} />
        </Section>
      ))}
    </>
  )
}
