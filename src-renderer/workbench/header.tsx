import { ChevronLeft, ChevronRight, GitBranch, PanelBottom, PanelLeft, PanelRight, Pencil } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { revealHidden } from '../../src-shared/base/hidden-characters.ts'
import { showBranch } from '../commands/app-commands.ts'
import { type Command, runCommand, useCommands } from '../commands/command-store.ts'
import { toastOnFailure } from '../stores/report.ts'
import { branchName } from '../stores/session/branches.ts'
import { renameConversation } from '../stores/session/conversations.ts'
import { type PanelName, showSide, togglePanel, useLayout } from '../stores/session/layout-store.ts'
import { useLowWindow } from '../stores/session/low-window.ts'
import { leaves } from '../stores/session/turns.ts'
import { useWorkbench } from '../stores/session/workbench-store.ts'
import { CopyPill } from '../views/branches/files/copy-pill.tsx'
import { Button } from '../widgets/controls/button.tsx'
import { EditInPlace } from '../widgets/controls/edit-in-place.tsx'
import { IconButton } from '../widgets/controls/icon-button.tsx'
import styles from './header.module.css'

/** Header of the conversation: its title, the branch that is shown, and buttons for everything else. */
export function Header() {
  // In a low window the timeline is a strip with its own button.
  const low = useLowWindow()
  return (
    <header className={styles.header}>
      <PanelToggle panel="sidebar" label="Conversations" keys="mod+b" icon={<PanelLeft aria-hidden="true" />} />
      <Title />
      <BranchPill />
      <CopyPill />
      <span className={styles.gap} />
      <Button look="quiet" keys="mod+k" className={styles.command} onClick={() => runCommand('command-palette')}>
        Commands
      </Button>
      {!low && <PanelToggle panel="timeline" label="Timeline" keys="mod+j" icon={<PanelBottom aria-hidden="true" />} />}
      <PanelToggle panel="inspector" label="Inspector" keys="mod+alt+b" icon={<PanelRight aria-hidden="true" />} />
    </header>
  )
}

const renameCommand = (run: () => void): Command => ({
  id: 'rename-conversation',
  title: 'Rename this conversation',
  group: 'Conversation',
  words: 'title',
  run,
})

function Title() {
  const tree = useWorkbench((state) => state.tree)
  const [renaming, setRenaming] = useState(false)
  const known = tree?.state === 'ready'
  useCommands(useMemo(() => (known ? [renameCommand(() => setRenaming(true))] : []), [known]))
  if (tree === null) return <h1 className={styles.title}>New conversation</h1>
  if (tree.state !== 'ready') return <h1 className={styles.title}>Conversation</h1>
  const { id, title } = tree.value.conversation
  if (renaming)
    return (
      <div className={styles.rename}>
        <EditInPlace
          label="Title of the conversation"
          value={title}
          onDone={(next) => {
            setRenaming(false)
            if (next !== null) void toastOnFailure(renameConversation(id, next))
          }}
        />
      </div>
    )
  return (
    <div className={styles.titled}>
      <h1 className={styles.title} title={revealHidden(title)} onDoubleClick={() => setRenaming(true)}>
        {revealHidden(title)}
      </h1>
      <IconButton small label="Rename the conversation" className={styles.pencil} onClick={() => setRenaming(true)}>
        <Pencil aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function BranchPill() {
  const tree = useWorkbench((state) => state.tree)
  const turnId = useWorkbench((state) => state.turnId)
  if (tree?.state !== 'ready') return null
  const all = leaves(tree.value)
  if (all.length < 2) return null
  const at = all.findIndex((each) => each.id === turnId)
  const name = turnId === null ? null : branchName(tree.value.turns, turnId)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <span className={styles.branches} role="group" aria-label="Branches">
      <GitBranch aria-hidden="true" />
      <IconButton small label="Previous branch" keys="alt+shift+ArrowLeft" onClick={() => showBranch(-1)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <button type="button" className={styles.count} title="Show all branches" onClick={() => showSide('branches')}>
        {name === null ? <span className="unseen">Branch </span> : <span className={styles.name}>{name}</span>}
        {at + 1}/{all.length}
      </button>
      <IconButton small label="Next branch" keys="alt+shift+ArrowRight" onClick={() => showBranch(1)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </span>
  )
}

function PanelToggle(props: { panel: PanelName; label: string; keys: string; icon: ReactNode }) {
  const shown = useLayout((state) => state.shown[props.panel])
  return (
    <IconButton
      label={`${shown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
      keys={props.keys}
      aria-expanded={shown}
      onClick={() => togglePanel(props.panel)}
    >
      {props.icon}
    </IconButton>
  )
}
