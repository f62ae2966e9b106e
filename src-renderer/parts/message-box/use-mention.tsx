import { File } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
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
  /** Returns whether the list of files handled the key. */
  readonly takeKey: (event: KeyboardEvent) => boolean
}

/** Completes `@` with the project's files. @param put receives the new text and the new caret position */
export function useMention(text: string, put: (text: string, caret: number) => void): MentionState {
  const [mention, setMention] = useState<Mention | null>(null)
  const [files, setFiles] = useState<readonly string[]>([])
  const [active, setActive] = useState(0)
  const projectId = useWorkbench((state) => state.project?.id ?? null)
  const query = mention?.query ?? null
  useEffect(() => {
    setActive(0)
    if (query === null || projectId === null) return setFiles([])
    let wanted = true
    const timer = setTimeout(() => {
      // If the files can't be listed, there are no completions.
      const none: readonly string[] = []
      void ask('files-find', { projectId, query: query.slice(0, 200) })
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
    const path = files[index]
    if (mention === null || path === undefined) return
    const next = insertMention(text, mention, path)
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

function itemOf(path: string): CompletionItem {
  const name = path.split('/').at(-1) ?? path
  const detail = path.slice(0, path.length - name.length)
  return { key: path, icon: <File aria-hidden="true" />, name, detail }
}
