import { CornerDownLeft } from 'lucide-react'
import { toast } from 'sonner'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { StrategyChoice, StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { pickShown } from '../../parts/choices/pick-choices.ts'
import { sendMessage } from '../../parts/choices/send-message.ts'
import { useComposer } from '../../parts/choices/use-composer.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { usePresetList } from '../../stores/server-cache/preset-store.ts'
import { useSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { draftKey, giveBack, useDrafts } from '../../stores/session/draft-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'

const none: readonly StrategyInfo[] = []

const examples = [
  'Run the tests, find out why one fails, and fix the fault.',
  'Explain how this project is built, file by file, in a few sentences.',
  'Find code here that has no test, and write one for the riskiest part.',
]

const promises: { readonly [mode in ApprovalMode]: string } = {
  'read-only': 'Files are only read: nothing is changed or run.',
  ask: 'Files are read freely; every edit and every command is asked about first.',
  edits: 'Files are read and edited freely; commands are asked about first.',
  everything: 'Files are edited and commands run without asking; the approval menu says what commands may reach.',
}

/** A conversation before its first message: what can be asked, and how it will be worked on. */
export function EmptyChat() {
  const project = useWorkbench((state) => state.project)
  const conversationId = useWorkbench((state) => state.conversationId)
  const settings = useSettingsNow()
  const chosen = useDrafts(({ drafts }) => (project ? drafts[draftKey(project.id, conversationId)]?.approval : null))
  const composer = useComposer()
  if (project === null) return null
  if (project.readOnly === true)
    return (
      <div className="chat-empty">
        <h2>What was imported is looked at here</h2>
        <p>Choose a conversation in the list. Nothing can be sent in this project.</p>
      </div>
    )
  const approval = chosen ?? settings.approval
  /** What was typed meanwhile stays in the box. */
  const sendSuggestion = async (text: string) => {
    const typed = composer.draft.text
    const failure = await sendMessage({ ...composer, draft: { ...composer.draft, text } })
    if (failure !== null) toast.error(failure.message, { description: failure.advice })
    const { conversationId: now } = useWorkbench.getState()
    if (typed.trim() !== '') giveBack(draftKey(project.id, now), typed)
  }
  return (
    <div className="chat-empty">
      <h2>What shall be done in {project.name}?</h2>
      <p>Ask a question, describe a change, or name a fault. {promises[approval]}</p>
      <StrategySentence />
      <ul>
        {examples.map((example) => (
          <li key={example}>
            <button type="button" title="Send this message" onClick={() => void sendSuggestion(example)}>
              {example}
              <CornerDownLeft size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function StrategySentence() {
  const { pick, strategy } = useComposer().choices
  const presets = usePresetList()
  const strategies = useSettings((state) => valueOr(state.strategies, none))
  const worker = strategy === null ? null : innermost(strategy)
  const info = strategies.find((each) => each.name === worker?.name)
  const summary = 'auto' in pick ? 'Your rules pick a strategy by what the message says.' : info?.summary
  return (
    <p className="chat-strategy">
      <b>{pickShown(pick, strategies, presets)}</b>
      {summary !== undefined && <span>{summary}</span>}
    </p>
  )
}

function innermost(choice: StrategyChoice): StrategyChoice {
  return choice.inner ? innermost(choice.inner) : choice
}
