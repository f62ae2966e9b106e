import { Box, File, Folder, GitCompare, Globe, History, Image } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { MentionFound } from '../../../src-shared/api/project-requests.ts'
import { ask } from '../../host/host.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import type { CompletionItem } from './completion-list.tsx'
import { insertMention, type Mention, mentionAt } from './mention.ts'
import { type Completions, useCompletions } from './use-completions.ts'

const pauseMs = 60
const most = 8

/**
 * Completes `@` with files and folders, the working changes, earlier runs and resources of MCP servers. @param put
 * receives the new text and the new caret position
 */
export function useMention(text: string, put: (text: string, caret: number) => void): Completions {
  const [mention, setMention] = useState<Mention | null>(null)
  const [files, setFiles] = useState<readonly MentionFound[]>([])
  const { setActive, listOf } = useCompletions()
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
  }, [query, projectId, setActive])
  const close = () => setMention(null)
  const choose = (index: number) => {
    const found = files[index]
    if (mention === null || found === undefined) return
    const next = insertMention(text, mention, found.mention)
    put(next.text, next.caret)
    close()
  }
  const look = (box: HTMLTextAreaElement) => setMention(mentionAt(box.value, box.selectionStart))
  return listOf({ items: mention === null ? [] : files.map(itemOf), choose, look, close })
}

const icons = { file: File, folder: Folder, diff: GitCompare, run: History, image: Image, resource: Box, page: Globe }

function itemOf({ mention, kind, title, detail }: MentionFound): CompletionItem {
  const Icon = icons[kind]
  return { key: mention, icon: <Icon aria-hidden="true" />, name: kind === 'folder' ? `${title}/` : title, detail }
}
