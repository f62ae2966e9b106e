import type { Conversation, ConversationMark } from '../../src-shared/run/conversation.ts'
import type { Theme } from '../../src-shared/settings/settings.ts'
import { openNewWindow } from '../stores/new-window.ts'
import { toastOnFailure } from '../stores/report.ts'
import { usePlayback } from '../stores/runs/playback-store.ts'
import { useOpenQuestion } from '../stores/runs/question-store.ts'
import { isUnderWay, stopRun } from '../stores/runs/runs.ts'
import { comparisonShown, goToConversation, leaveComparison } from '../stores/server-cache/comparisons.ts'
import { openExport, openImport } from '../stores/server-cache/export-store.ts'
import { valueOr } from '../stores/server-cache/loadable.ts'
import { changeSettings } from '../stores/server-cache/settings-store.ts'
import { titleNow } from '../stores/server-cache/strategy-titles.ts'
import { chooseProject } from '../stores/session/choose-project.ts'
import { deleteConversation, newConversation, newestFirst, toggleMark } from '../stores/session/conversations.ts'
import { registerEscape } from '../stores/session/escape-store.ts'
import { openOverlay, openSettings } from '../stores/session/layout-store.ts'
import { leaveProject, openSample } from '../stores/session/projects.ts'
import { beginTour } from '../stores/session/tour-store.ts'
import { currentRun, leaves, showTurn } from '../stores/session/turns.ts'
import { useWorkbench } from '../stores/session/workbench-store.ts'
import { type Command, isOverlayOpen } from './command-store.ts'
import { afterNextFrame, focusRegion } from './focus-region.ts'
import { runCommands } from './run-commands.ts'
import { viewCommands } from './view-commands.ts'

/** Browsers reserve Ctrl+N and similar keys; the desktop app does not. */
const inBrowser = window.stratagem === undefined
const { getState } = useWorkbench
const inProject = () => getState().project !== null
const inConversation = () => getState().conversationId !== null && !comparisonShown()

function conversationList(): Conversation[] {
  return newestFirst(valueOr(getState().conversations, []))
}
const openConversationNow = (): Conversation | undefined =>
  conversationList().find((each) => each.id === getState().conversationId)
function markCommand(mark: ConversationMark, title: string): Command {
  const run = () => {
    const open = openConversationNow()
    if (open !== undefined) void toggleMark(open, mark)
  }
  return { id: `mark-${mark}`, title, group: 'Conversation', enabled: inConversation, run }
}
function openBeside(step: 1 | -1): void {
  const list = conversationList()
  const at = list.findIndex((each) => each.id === getState().conversationId)
  const next = list.at(at === -1 ? 0 : (at + step + list.length) % list.length)
  if (next !== undefined) void goToConversation(next.id)
}
function branchCount(): number {
  const { tree } = getState()
  return tree?.state === 'ready' && !comparisonShown() ? leaves(tree.value).length : 0
}
/** Shows the previous or next branch of the conversation, wrapping around at either end. */
export function showBranch(step: 1 | -1): void {
  const { tree, turnId } = getState()
  if (tree?.state !== 'ready') return
  const all = leaves(tree.value)
  const at = all.findIndex((each) => each.id === turnId)
  const next = all.at((at + step + all.length) % all.length)
  if (next !== undefined) showTurn(next.id)
}
export function stopCurrentRun(): void {
  const run = currentRun()
  if (isUnderWay(run)) void toastOnFailure(stopRun(run.id))
}

/** False during playback, when Escape leaves playback, and in a comparison, whose lanes have their own stop buttons. */
const canStop = (): boolean =>
  !comparisonShown() && isUnderWay(currentRun()) && !isOverlayOpen() && usePlayback.getState().runIds.length === 0

/** Stops the run only on a second Escape; the first shows a hint. */
function stopByEscape(): void {
  if (registerEscape(performance.now())) stopCurrentRun()
}

const theme = (name: Theme, title: string): Command => ({
  id: `theme-${name}`,
  title,
  group: 'Settings',
  words: 'appearance color colour mode settings',
  run: () => void toastOnFailure(changeSettings({ theme: name })),
})

const conversationCommands: readonly Command[] = [
  {
    id: 'new-conversation',
    title: 'New conversation',
    group: 'Conversation',
    keys: inBrowser ? 'alt+n' : 'mod+n',
    enabled: inProject,
    run: () => {
      leaveComparison()
      newConversation()
      afterNextFrame(() => focusRegion('Message'))
    },
  },
  {
    id: 'new-window',
    title: 'New window',
    group: 'Conversation',
    words: 'open another second tab',
    keys: inBrowser ? undefined : 'mod+shift+n',
    run: openNewWindow,
  },
  {
    id: 'search',
    title: 'Search all conversations',
    group: 'Conversation',
    words: 'find conversations history messages results',
    keys: 'mod+shift+f',
    run: () => openOverlay('search'),
  },
  {
    id: 'export-conversation',
    title: 'Export this conversation…',
    group: 'Conversation',
    words: 'bundle markdown share save take along',
    enabled: () => getState().tree?.state === 'ready',
    run: () => {
      const { tree } = getState()
      if (tree?.state !== 'ready') return
      const { id, title } = tree.value.conversation
      openExport({ kind: 'conversation', id }, title)
    },
  },
  {
    id: 'export-run',
    title: 'Export this run…',
    group: 'Run',
    words: 'bundle markdown perfetto trace opentelemetry otlp jsonl events share save',
    enabled: () => currentRun() !== null,
    run: () => {
      const run = currentRun()
      if (run !== null) openExport({ kind: 'run', id: run.id }, `${titleNow(run.strategy)}, ${run.id}`)
    },
  },
  {
    id: 'import',
    title: 'Import…',
    group: 'Conversation',
    words: 'bundle stratagem file open session trace claude code codex opencode',
    run: () => openImport(null),
  },
  {
    id: 'next-conversation',
    title: 'Next conversation',
    group: 'Conversation',
    keys: 'alt+ArrowDown',
    enabled: inProject,
    run: () => openBeside(1),
  },
  {
    id: 'previous-conversation',
    title: 'Previous conversation',
    group: 'Conversation',
    keys: 'alt+ArrowUp',
    enabled: inProject,
    run: () => openBeside(-1),
  },
  markCommand('pinned', 'Pin or unpin this conversation'),
  markCommand('archived', 'Archive or restore this conversation'),
  {
    id: 'delete-conversation',
    title: 'Delete this conversation',
    group: 'Conversation',
    enabled: inConversation,
    run: () => {
      const open = openConversationNow()
      if (open !== undefined) void deleteConversation(open)
    },
  },
  {
    id: 'next-branch',
    title: 'Next branch',
    group: 'Conversation',
    keys: 'alt+shift+ArrowRight',
    enabled: () => branchCount() > 1,
    run: () => showBranch(1),
  },
  {
    id: 'previous-branch',
    title: 'Previous branch',
    group: 'Conversation',
    keys: 'alt+shift+ArrowLeft',
    enabled: () => branchCount() > 1,
    run: () => showBranch(-1),
  },
]

export const appCommands: readonly Command[] = [
  ...conversationCommands,
  {
    id: 'stop-run',
    title: 'Stop the run',
    group: 'Run',
    words: 'cancel abort end',
    keys: 'mod+.',
    enabled: canStop,
    run: stopCurrentRun,
  },
  {
    id: 'stop-run-by-escape',
    title: 'Stop the run: twice',
    group: 'Run',
    keys: 'Escape',
    keyOnly: true,
    whileTyping: true,
    enabled: () => canStop() && !useOpenQuestion.getState().isOpen,
    run: stopByEscape,
  },
  ...runCommands,
  ...viewCommands,
  {
    id: 'open-project',
    title: 'Open project…',
    group: 'Project',
    words: 'folder',
    keys: 'mod+o',
    run: () => void toastOnFailure(chooseProject()),
  },
  {
    id: 'sample-project',
    title: 'Try the sample project',
    group: 'Project',
    run: () => void toastOnFailure(openSample()),
  },
  {
    id: 'leave-project',
    title: 'Close project',
    group: 'Project',
    words: 'back to the projects welcome leave',
    enabled: inProject,
    run: leaveProject,
  },
  {
    id: 'compose-strategy',
    title: 'Compose a strategy…',
    group: 'Settings',
    words: 'preset wrap retry phases editor',
    run: () => openOverlay('strategy'),
  },
  {
    id: 'new-strategy',
    title: 'New strategy…',
    group: 'Settings',
    words: 'Stratagem: New strategy write own file TypeScript template',
    run: () => openOverlay('new-strategy'),
  },
  {
    id: 'settings',
    title: 'Settings',
    group: 'Settings',
    words: 'preferences options configuration models approval',
    keys: 'mod+,',
    run: () => openOverlay('settings'),
  },
  theme('light', 'Use the light theme'),
  theme('dark', 'Use the dark theme'),
  theme('system', 'Use the system theme'),
  {
    id: 'command-palette',
    title: 'Command palette',
    group: 'Help',
    keys: 'mod+k',
    run: () => openOverlay('palette'),
  },
  {
    id: 'help-strategy',
    title: 'What is a strategy?',
    group: 'Help',
    words: 'help explain documentation',
    run: () => openOverlay('help-strategy'),
  },
  { id: 'tour', title: 'Take the tour', group: 'Help', words: 'help start introduction first steps', run: beginTour },
  {
    id: 'add-model',
    title: 'Add a model…',
    group: 'Settings',
    words: 'endpoint key provider profile models',
    run: () => openSettings('models'),
  },
  {
    id: 'settings-editor',
    title: 'Choose the editor…',
    group: 'Settings',
    words: 'open in VS Code Cursor Zed JetBrains Sublime external program',
    run: () => openSettings('editor'),
  },
  {
    id: 'settings-appearance',
    title: 'Change text size, theme and notifications…',
    group: 'Settings',
    words: 'appearance font zoom density bigger smaller notify',
    run: () => openSettings('appearance'),
  },
  { id: 'shortcuts', title: 'Keyboard shortcuts', group: 'Help', keys: '?', run: () => openOverlay('shortcuts') },
]
