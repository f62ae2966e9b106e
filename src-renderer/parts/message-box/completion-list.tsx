import type { ReactNode } from 'react'
import { cx } from '../../widgets/cx.ts'
import popup from '../../widgets/overlays/popup.module.css'
import styles from './completion-list.module.css'

export interface CompletionItem {
  readonly key: string
  readonly icon: ReactNode
  readonly name: string
  /** Shown after the name, quietly. */
  readonly detail: string
}

interface Props {
  readonly id: string
  readonly label: string
  readonly items: readonly CompletionItem[]
  readonly active: number
  readonly setActive: (index: number) => void
  readonly choose: (index: number) => void
}

export const completionOption = (id: string, index: number) => `${id}-${index}`

/** What the typed text can be completed to, above the text. The focus stays in the text. */
export function CompletionList({ id, label, items, active, setActive, choose }: Props) {
  if (items.length === 0) return null
  return (
    <div className={cx(popup.popup, styles.list)} role="listbox" id={id} aria-label={label}>
      {items.map(({ key, icon, name, detail }, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text; arrow keys move through the list
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div
          key={key}
          ref={index === active ? scrollIntoList : undefined}
          id={completionOption(id, index)}
          role="option"
          aria-selected={index === active}
          data-highlighted={index === active ? '' : undefined}
          className={popup.item}
          onPointerMove={() => setActive(index)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(index)}
        >
          {icon}
          <span className={styles.name}>{name}</span>
          <span className={styles.folder}>{detail}</span>
        </div>
      ))}
    </div>
  )
}

const scrollIntoList = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })
