import { Box, File, Folder, GitCompare, Globe, History, Image, TriangleAlert } from 'lucide-react'
import { formatTokens } from '../../../src-shared/base/format.ts'
import type { Attached } from '../../../src-shared/mentions/attached.ts'
import styles from './attached-list.module.css'

const icons = { file: File, folder: Folder, diff: GitCompare, run: History, image: Image, resource: Box, page: Globe }

/** What a message attaches: each with its size, and why it is cut or left out. */
export function AttachedList({ label, items }: { label: string; items: readonly Attached[] }) {
  if (items.length === 0) return null
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(({ mention, kind, title, characters, later, note }) => {
        const isLeftOut = characters === 0 && later !== true
        const Icon = isLeftOut ? TriangleAlert : icons[kind]
        const size = later ? 'when you send' : isLeftOut ? 'not attached' : formatTokens(Math.ceil(characters / 4))
        return (
          <li key={mention} title={note ?? undefined} data-cut={note !== null && later !== true}>
            <Icon aria-hidden="true" />
            <span className={styles.title}>{title}</span>
            <span className={styles.size}>{size}</span>
            {note !== null && <span className="unseen">{note}</span>}
          </li>
        )
      })}
    </ul>
  )
}
