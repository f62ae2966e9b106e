import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect } from 'react'
import { useShortcuts } from './commands/use-shortcuts.ts'
import { useConnection } from './host.ts'
import { followBatches } from './stores/batches.ts'
import { followComparisons, useComparisons } from './stores/comparisons.ts'
import { followHost } from './stores/follow-host.ts'
import { useOverlay } from './stores/layout-store.ts'
import { followPresets } from './stores/preset-store.ts'
import { useTheme } from './stores/theme.ts'
import { useWorkbench } from './stores/workbench-store.ts'
import { BranchOverlays } from './views/branches/branch-overlays.tsx'
import { ExportDialog } from './views/exports/export-dialog.tsx'
import { ImportDialog } from './views/exports/import-dialog.tsx'
import { useDroppedFile } from './views/exports/use-dropped-file.ts'
import { Palette } from './views/palette/palette.tsx'
import { Shortcuts } from './views/palette/shortcuts.tsx'
import { SearchDialog } from './views/search/search-dialog.tsx'
import { Settings } from './views/settings/settings.tsx'
import { NewStrategy } from './views/strategy/new-strategy.tsx'
import { StrategyEditor } from './views/strategy/strategy-editor.tsx'
import { NotConnected } from './views/welcome/not-connected.tsx'
import { OpenProjectDialog } from './views/welcome/open-project-dialog.tsx'
import { Welcome } from './views/welcome/welcome.tsx'
import { ConnectionBanner } from './views/workbench/connection-banner.tsx'
import { followRoom } from './views/workbench/use-room.ts'
import { Workbench } from './views/workbench/workbench.tsx'
import { Toasts } from './widgets/toasts.tsx'

export function App() {
  useTheme()
  useShortcuts()
  useDroppedFile()
  useEffect(() => followHost(), [])
  useEffect(() => followRoom(), [])
  useEffect(() => followPresets(), [])
  useEffect(() => followComparisons(), [])
  useEffect(() => followBatches(), [])
  return (
    <Tooltip.Provider delay={500} closeDelay={0}>
      <ConnectionBanner />
      <Page />
      <Overlays />
      <PassingWords />
    </Tooltip.Provider>
  )
}

/** At the end of a comparison stand its timelines and what can be done with its lanes. */
function PassingWords() {
  const comparing = useComparisons(({ shown }) => shown !== null && shown.kind !== 'set-up')
  return <Toasts atTop={comparing} />
}

function Page() {
  const project = useWorkbench((state) => state.project)
  const refused = useConnection(({ state }) => state === 'refused')
  if (refused) return <NotConnected />
  return project === null ? <Welcome /> : <Workbench key={project.id} />
}

function Overlays() {
  const open = useOverlay((state) => state.open)
  return (
    <>
      <Palette open={open === 'palette'} />
      <SearchDialog open={open === 'search'} />
      <ExportDialog open={open === 'export'} />
      <ImportDialog open={open === 'import'} />
      <Settings open={open === 'settings'} />
      <Shortcuts open={open === 'shortcuts'} />
      <StrategyEditor open={open === 'strategy'} />
      <NewStrategy open={open === 'new-strategy'} />
      <OpenProjectDialog open={open === 'open-project'} />
      <BranchOverlays />
    </>
  )
}
