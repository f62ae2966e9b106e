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
import { draftKey, restoreToDraft, useDrafts } from '../../stores/session/draft-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'

const none: readonly StrategyInfo[] = []

const examples = [
  'Run the tests, find out why one fails, and fix the bug.',
  'Explain how this project is built, file by file, in a few sentences.',
  'Find code that has no tests, and write one for the riskiest part.',
]

const promises: { readonly [mode in ApprovalMode]: string } = {
  'read-only': 'The agent can only read files.',
  ask: 'The agent can read files. You approve every edit and command.',
  edits: 'The agent can read and edit files. You approve commands.',
  everything:
    'The agent edits files and runs commands without asking. The approval menu shows what commands can access.',
}

/** A conversation before its first message: suggested prompts, and how the message will be worked on. */
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
        <h2>Imported conversations are read-only</h2>
        <p>Choose a conversation in the list. You can’t send messages in this project.</p>
      </div>
    )
  const approval = chosen ?? settings.approval
  /** Text that was typed in the meantime stays in the composer. */
  const sendSuggestion = async (text: string) => {
    const typed = composer.draft.text
    const failure = await sendMessage({ ...composer, draft: { ...composer.draft, text } })
    if (failure !== null) toast.error(failure.message, { description: failure.advice })
    const { conversationId: now } = useWorkbench.getState()
    if (typed.trim() !== '') restoreToDraft(draftKey(project.id, now), typed)
  }
  return (
    <div className="chat-empty">
      <h2>What would you like to do in {project.name}?</h2>
      <p>Ask a question, describe a change, or report a bug. {promises[approval]}</p>
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
  const summary = 'auto' in pick ? 'Your rules pick a strategy from the text of the message.' : info?.summary
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
