import { Box, File, Folder, GitCompare, Globe, History, Image } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { MentionFound } from '../../../src-shared/api/project-requests.ts'
import { ask } from '../../host/host.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import type { CompletionItem } from './completion-list.tsx'
import { insertMention, type Mention, mentionAt } from './mention.ts'

const pauseMs = 60
const most = 8

export interface MentionState {
  readonly items: readonly CompletionItem[]
  readonly active: number
  readonly setActive: (index: number) => void
  readonly choose: (index: number) => void
  /** Checks whether the caret is in a mention; called after every change of text or caret. */
  readonly look: (box: HTMLTextAreaElement) => void
  readonly close: () => void
  /** Returns whether the list handled the key. */
  readonly takeKey: (event: KeyboardEvent) => boolean
}

/**
 * Completes `@` with files and folders, the working changes, earlier runs and resources of MCP servers. @param put
 * receives the new text and the new caret position
 */
export function useMention(text: string, put: (text: string, caret: number) => void): MentionState {
  const [mention, setMention] = useState<Mention | null>(null)
  const [files, setFiles] = useState<readonly MentionFound[]>([])
  const [active, setActive] = useState(0)
  const projectId = useWorkbench((state) => state.project?.id ?? null)
  const query = mention?.query ?? null
  useEffect(() => {
    setActive(0)
    if (query === null || projectId === null) return setFiles([])
    let wanted = true
    const timer = setTimeout(() => {
      // If the files can't be listed, there are no completions.
      const none: readonly MentionFound[] = []
      void ask('mentions-find', { projectId, query: query.slice(0, 200) })
        .catch(() => none)
        .then((found) => wanted && setFiles(found.slice(0, most)))
    }, pauseMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [query, projectId])
  const close = () => setMention(null)
  const choose = (index: number) => {
    const found = files[index]
    if (mention === null || found === undefined) return
    const next = insertMention(text, mention, found.mention)
    put(next.text, next.caret)
    close()
  }
  const takeKey = (event: KeyboardEvent) => {
    if (mention === null || files.length === 0 || event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown') setActive((active + 1) % files.length)
    else if (event.key === 'ArrowUp') setActive((active - 1 + files.length) % files.length)
    else if (event.key === 'Escape') close()
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(active)
    else return false
    event.preventDefault()
    return true
  }
  const look = (box: HTMLTextAreaElement) => setMention(mentionAt(box.value, box.selectionStart))
  return { items: mention === null ? [] : files.map(itemOf), active, setActive, choose, look, close, takeKey }
}

const icons = { file: File, folder: Folder, diff: GitCompare, run: History, image: Image, resource: Box, page: Globe }

function itemOf({ mention, kind, title, detail }: MentionFound): CompletionItem {
  const Icon = icons[kind]
  return { key: mention, icon: <Icon aria-hidden="true" />, name: kind === 'folder' ? `${title}/` : title, detail }
}
