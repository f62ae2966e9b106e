import { File } from 'lucide-react'
import { cx } from '../../widgets/cx.ts'
import popup from '../../widgets/overlays/popup.module.css'
import styles from './mention-list.module.css'
import type { MentionState } from './use-mention.ts'

export const mentionOption = (index: number) => `mention-${index}`

export function MentionList({ mention }: { mention: MentionState }) {
  const { files, active, setActive, choose } = mention
  if (files.length === 0) return null
  return (
    <div className={cx(popup.popup, styles.list)} role="listbox" id="mentions" aria-label="Files">
      {files.map((path, index) => {
        const name = path.split('/').at(-1) ?? path
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text; arrow keys move through the list
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          <div
            key={path}
            id={mentionOption(index)}
            role="option"
            aria-selected={index === active}
            data-highlighted={index === active ? '' : undefined}
            className={popup.item}
            onPointerMove={() => setActive(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(path)}
          >
            <File aria-hidden="true" />
            <span className={styles.name}>{name}</span>
            <span className={styles.folder}>{path.slice(0, path.length - name.length)}</span>
          </div>
        )
      })}
    </div>
  )
}
