import type { ExportFormat } from '../../../src-shared/api/export-requests.ts'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { branchTo, type Run } from '../../../src-shared/run/conversation.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import type { TitledStrategy } from '../../../src-shared/strategy/strategy-title.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'
import type { Redactor } from '../settings/redact-secrets.ts'
import { chromeTrace } from './chrome-trace.ts'
import { markdown, type TurnPart } from './markdown.ts'
import { otlpTrace } from './otlp.ts'
import { runView } from './run-view.ts'

/**
 * A run in a text format for other tools and people, without secrets.
 * @param known the strategies that the run's project knows, for their titles
 */
export function exportText(
  parts: Pick<HostContext, 'options' | 'store'>,
  run: Run,
  format: Exclude<ExportFormat, 'bundle'>,
  redactor: Redactor,
  known: readonly TitledStrategy[],
): string {
  const { store, options } = parts
  switch (format) {
    case 'jsonl':
      return store.events
        .read(run.id, -1)
        .map((event) => `${lineOf(event, redactor)}\n`)
        .join('')
    case 'markdown': {
      const title = found(store.conversations.get(run.conversationId), 'conversation').title
      return redactor.text(markdown(title, branchOf(parts, run), known))
    }
    case 'chrome-trace':
      return `${JSON.stringify(redactor.deep(chromeTrace(viewOf(parts, run), run.strategy, known)))}\n`
    case 'otlp':
      return `${JSON.stringify(redactor.deep(otlpTrace(run, viewOf(parts, run), options.version, known)))}\n`
    default:
      return assertNever(format)
  }
}

/** An event of a newer version is exported as it was written. */
function lineOf(event: StoredEvent, redactor: Redactor): string {
  if (event.type !== 'unknown' || event.damaged) return JSON.stringify(redactor.deep(event))
  try {
    return JSON.stringify(redactor.deep(JSON.parse(event.raw)))
  } catch {
    return JSON.stringify(redactor.deep(event))
  }
}

const viewOf = (parts: Pick<HostContext, 'store'>, run: Run): RunView =>
  found(runView(parts, run.id) ?? undefined, 'run')

/** The runs that a readable export contains. */
export const branchRuns = (parts: Pick<HostContext, 'store'>, run: Run): readonly Run[] =>
  branchOf(parts, run).flatMap(({ answer }) => (answer === null ? [] : [answer.run]))

/** The branch up to the run's turn: for each turn its run in that branch, for the last one this run. */
function branchOf(parts: Pick<HostContext, 'store'>, run: Run): TurnPart[] {
  return branchTo(parts.store.turns.list(run.conversationId), run.turnId).map((turn) => {
    const latest = turn.runs.findLast((each) => each.endedAt !== null) ?? null
    const answer = turn.id === run.turnId ? run : latest
    return { turn, answer: answer === null ? null : { run: answer, view: viewOf(parts, answer) } }
  })
}
