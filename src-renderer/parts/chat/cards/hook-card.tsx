import { CircleCheck, CircleX, Undo2 } from 'lucide-react'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import { type HookAsk, type HookResult, hookAsk, hookResult } from '../../../../src-shared/hooks/hook.ts'
import type { StepSpan } from '../../../../src-shared/run/view/run-view.ts'
import { useOpen } from '../../../stores/session/chat-store.ts'
import { MiddleCut } from '../../../widgets/middle-cut.tsx'
import { FoldButton } from '../fold-button.tsx'
import { CommandTime } from './check-card.tsx'
import { TerminalOutput } from './terminal-output.tsx'

/** A hook of the user's or the project's: when it ran, its command, and its result. */
export function HookCard({ runId, span }: { readonly runId: string; readonly span: StepSpan }) {
  const key = `${runId}:${span.path}`
  const ask = hookAsk.safeParse(span.ask).data
  const result = hookResult.safeParse(span.answer).data
  const open = useOpen(key, result?.decision === 'refuse')
  return (
    <div className="chat-card chat-tool">
      <header>
        <i className="chat-tick command" title="runs a command" />
        <b>{ask === undefined ? 'hook' : whenText(ask)}</b>
        <code className="chat-subject">
          <MiddleCut text={revealHidden(ask?.command ?? '')} />
        </code>
        {result !== undefined && ask !== undefined && <Outcome ask={ask} result={result} />}
        <CommandTime runId={runId} span={span} />
        {result !== undefined && result.output !== '' && <FoldButton name={key} open={open} />}
      </header>
      {open && result !== undefined && result.output !== '' && (
        <TerminalOutput output={result.output} exitCode={result.exitCode} />
      )}
    </div>
  )
}

const whens: { readonly [event in HookAsk['event']]: string } = {
  'before-tool': 'hook before',
  'after-edit': 'hook after the edit',
  'run-end': 'hook at the end',
}

function whenText({ event, tool, subject }: HookAsk): string {
  if (event === 'before-tool') return `${whens[event]} ${tool ?? 'a tool'}`
  return event === 'after-edit' && subject !== undefined ? `${whens[event]} of ${revealHidden(subject)}` : whens[event]
}

function Outcome({ ask, result }: { readonly ask: HookAsk; readonly result: HookResult }) {
  const { text, isGood } = outcomeOf(ask, result)
  const Icon = isGood ? CircleCheck : result.decision === 'refuse' && ask.event === 'run-end' ? Undo2 : CircleX
  return (
    <span className={`chat-state ${isGood ? 'ok' : 'bad'}`}>
      <Icon size={13} aria-hidden="true" />
      {text}
    </span>
  )
}

function outcomeOf(ask: HookAsk, { decision, ended, exitCode }: HookResult): { text: string; isGood: boolean } {
  const no = (text: string) => ({ text, isGood: false })
  if (decision === 'refuse' && ask.event === 'before-tool') return no('refused the call')
  if (decision === 'refuse' && ask.event === 'run-end')
    return no(ask.mayStillSendBack === true ? 'sent the run back' : 'wanted more, limit reached')
  switch (ended) {
    case 'not-run':
      return no('not run: it is no longer used')
    case 'time-limit':
      return no('took too long')
    case 'failed':
      return no('could not start')
    case 'stopped':
      return no('stopped')
    case 'exited':
      return exitCode === 0 ? { text: 'done', isGood: true } : no(`exit code ${exitCode ?? 'unknown'}`)
  }
}
