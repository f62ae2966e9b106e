import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect } from 'react'
import { appCommands } from './commands/app-commands.ts'
import { handleKey, offerCommands, runCommand } from './commands/command-store.ts'
import { onShellCommand, useConnection } from './host/host.ts'
import { useLaneDrafts } from './parts/lanes/lane-drafts.ts'
import { followOtherWindows } from './stores/between-windows.ts'
import { useComments } from './stores/files/comments-store.ts'
import { useCommits } from './stores/files/commit-store.ts'
import { followHost } from './stores/follow-host.ts'
import { followLocation, openInitialLocation, useArrival } from './stores/follow-location.ts'
import { followNotices } from './stores/notify.ts'
import { useOpenQuestion } from './stores/runs/question-store.ts'
import { followRunVerdicts } from './stores/runs/run-verdicts.ts'
import { followBatches } from './stores/server-cache/batches.ts'
import { followComparisons, useComparisons } from './stores/server-cache/comparisons.ts'
import { useKeptFiles } from './stores/server-cache/files.ts'
import { followPresets } from './stores/server-cache/preset-store.ts'
import { followTunings } from './stores/server-cache/tunings.ts'
import { useDrafts } from './stores/session/draft-store.ts'
import { useOverlay } from './stores/session/layout-store.ts'
import { useLowWindow, useNarrowWindow } from './stores/session/low-window.ts'
import { useTextSize, useTheme } from './stores/session/theme.ts'
import { useWorkbench } from './stores/session/workbench-store.ts'
import { useChosenPlaces } from './stores/session/workspaces.ts'
import { BranchOverlays } from './views/branches/tree/branch-overlays.tsx'
import { ExportDialog } from './views/exports/export-dialog.tsx'
import { ImportDialog } from './views/exports/import-dialog.tsx'
import { useDroppedFile } from './views/exports/use-dropped-file.ts'
import { FileMenu } from './views/files/file-menu.tsx'
import { OpenFile } from './views/files/open-file.tsx'
import { SearchDialog } from './views/history/search/search-dialog.tsx'
import { Palette } from './views/palette/palette.tsx'
import { Shortcuts } from './views/palette/shortcuts.tsx'
import { Settings } from './views/settings/settings.tsx'
import { NewStrategy } from './views/strategy/new-strategy.tsx'
import { StrategyEditor } from './views/strategy/strategy-editor.tsx'
import { HelpStrategy } from './views/welcome/help-strategy.tsx'
import { NotConnected } from './views/welcome/not-connected.tsx'
import { OpenProjectDialog } from './views/welcome/open-project-dialog.tsx'
import { Welcome } from './views/welcome/welcome.tsx'
import { Toasts } from './widgets/overlays/toasts.tsx'
import { ConnectionBanner } from './workbench/connection-banner.tsx'
import { followRoom } from './workbench/use-room.ts'
import { Workbench } from './workbench/workbench.tsx'

export function App() {
  useTheme()
  useTextSize()
  useShortcuts()
  useDroppedFile()
  useEffect(() => followHost(openInitialLocation), [])
  useEffect(() => followLocation(), [])
  useEffect(() => followNotices(), [])
  useEffect(
    () => followOtherWindows(useDrafts, useComments, useCommits, useKeptFiles, useChosenPlaces, useLaneDrafts),
    [],
  )
  useEffect(() => followRoom(), [])
  useEffect(() => followPresets(), [])
  useEffect(() => followComparisons(), [])
  useEffect(() => followBatches(), [])
  useEffect(() => followRunVerdicts(), [])
  useEffect(() => followTunings(), [])
  return (
    <Tooltip.Provider delay={500} closeDelay={0}>
      <ConnectionBanner />
      <Page />
      <Overlays />
      <PassingWords />
    </Tooltip.Provider>
  )
}

/** Shows the end of a comparison: its timelines and the actions for its lanes; and the start of one that is set up. */
function PassingWords() {
  const kind = useComparisons(({ shown }) => shown?.kind)
  const isLow = useLowWindow()
  const isNarrow = useNarrowWindow()
  const isAsked = useOpenQuestion((state) => state.isOpen)
  // A message never covers a question.
  const atTop = (kind !== undefined && kind !== 'set-up') || (isAsked && isNarrow)
  return <Toasts atTop={atTop} low={isLow || kind === 'set-up'} />
}

function Page() {
  const project = useWorkbench((state) => state.project)
  const arrived = useArrival((state) => state.arrived)
  const refused = useConnection(({ state }) => state === 'refused')
  if (refused) return <NotConnected />
  if (!arrived) return <main aria-busy="true" aria-label="Stratagem" />
  return project === null ? <Welcome /> : <Workbench key={project.id} />
}

function Overlays() {
  const open = useOverlay((state) => state.open)
  return (
    <>
      <Palette open={open === 'palette'} />
      <OpenFile open={open === 'open-file'} />
      <SearchDialog open={open === 'search'} />
      <ExportDialog open={open === 'export'} />
      <ImportDialog open={open === 'import'} />
      <HelpStrategy open={open === 'help-strategy'} />
      <Settings open={open === 'settings'} />
      <Shortcuts open={open === 'shortcuts'} />
      <StrategyEditor open={open === 'strategy'} />
      <NewStrategy open={open === 'new-strategy'} />
      <OpenProjectDialog open={open === 'open-project'} />
      <BranchOverlays />
      <FileMenu />
    </>
  )
}

/** Registers the window's own commands, and listens for keys and for the shell's menus. */
function useShortcuts(): void {
  useEffect(() => {
    const withdraw = offerCommands(appCommands)
    const ignore = onShellCommand(runCommand)
    window.addEventListener('keydown', handleKey)
    return () => {
      withdraw()
      ignore()
      window.removeEventListener('keydown', handleKey)
    }
  }, [])
}
