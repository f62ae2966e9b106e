import { useEffect, useState } from 'react'
import { type Attached, mentionsIn } from '../../../src-shared/mentions/attached.ts'
import { ask } from '../../host/host.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'

const pauseMs = 250
const none: readonly Attached[] = []

/** What the message would attach if it were sent now. Asked for only when its mentions have changed. */
export function useAttached(message: string, workspaceId: string | null): readonly Attached[] {
  const projectId = useWorkbench((state) => state.project?.id ?? null)
  const [items, setItems] = useState<readonly Attached[]>(none)
  const mentions = message.includes('@') ? mentionsIn(message) : []
  const wanted = mentions.map((each) => `@"${each}"`).join(' ')
  useEffect(() => {
    if (wanted === '' || projectId === null) return setItems(none)
    let isCurrent = true
    const timer = setTimeout(() => {
      // Sending attaches what there is then; this only shows it before.
      void ask('mentions-look', { projectId, workspaceId, message: wanted })
        .catch(() => none)
        .then((found) => isCurrent && setItems(found))
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [wanted, projectId, workspaceId])
  return wanted === '' ? none : items
}
