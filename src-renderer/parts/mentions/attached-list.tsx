import { Box, File, Folder, GitCompare, History, Image, TriangleAlert } from 'lucide-react'
import { formatTokens } from '../../../src-shared/base/format.ts'
import type { Attached } from '../../../src-shared/mentions/attached.ts'
import styles from './attached-list.module.css'

const icons = { file: File, folder: Folder, diff: GitCompare, run: History, image: Image, resource: Box }

/** What a message attaches: each with its size, and why it is cut or left out. */
export function AttachedList({ label, items }: { label: string; items: readonly Attached[] }) {
  if (items.length === 0) return null
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(({ mention, kind, title, characters, note }) => {
        const Icon = characters === 0 ? TriangleAlert : icons[kind]
        const size = characters === 0 ? 'not attached' : formatTokens(Math.ceil(characters / 4))
        return (
          <li key={mention} title={note ?? undefined} data-cut={note !== null}>
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
