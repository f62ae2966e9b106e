import { useEffect } from 'react'
import { useCommands } from '../../../commands/command-store.ts'
import { followCopies } from '../../../stores/session/workspaces.ts'
import { mergeCommand } from '../files/copy-pill.tsx'
import { FilesDialog } from '../files/files-dialog.tsx'
import { StartFilesDialog } from '../files/start-files-dialog.tsx'
import { ForkDialog } from '../fork/fork-dialog.tsx'
import { MergeDialog } from '../merge/merge-dialog.tsx'
import { WhatIfDialog } from '../what-if/what-if-dialog.tsx'
import { branchCommands } from './branch-commands.ts'

import { SpanMenu } from './span-menu.tsx'

const offered = [...branchCommands, mergeCommand]

/** The dialogs for branches, and their palette commands. */
export function BranchOverlays() {
  useCommands(offered)
  useEffect(() => followCopies(), [])
  return (
    <>
      <SpanMenu />
      <ForkDialog />
      <WhatIfDialog />
      <FilesDialog />
      <StartFilesDialog />
      <MergeDialog />
    </>
  )
}
