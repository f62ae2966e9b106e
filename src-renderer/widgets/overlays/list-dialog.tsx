import { Dialog } from '@base-ui/react/dialog'
import { Command as Cmdk } from 'cmdk'
import type { ReactNode } from 'react'
import dialog from './dialog.module.css'
import styles from './palette.module.css'

interface DialogProps {
  readonly open: boolean
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with a list to search. Its content is mounted only while it is open. */
export function ListDialog({ open, label, onClose, children }: DialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={styles.popup} data-modal="" aria-label={label}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface ListProps {
  readonly label: string
  readonly placeholder: string
  readonly typed: string
  readonly onType: (typed: string) => void
  /** Value of the selected row. */
  readonly selected: string
  readonly onSelected: (value: string) => void
  /** Shown instead of rows; null if there are rows. */
  readonly empty: string | null
  readonly children: ReactNode
}

/** The box to type in and the rows, which the caller filters. */
export function SearchedList({ label, placeholder, typed, onType, selected, onSelected, empty, children }: ListProps) {
  return (
    <Cmdk
      label={label}
      loop
      shouldFilter={false}
      value={selected}
      onValueChange={onSelected}
      className={styles.command}
    >
      <Cmdk.Input className={styles.input} value={typed} onValueChange={onType} placeholder={placeholder} autoFocus />
      <Cmdk.List className={styles.list} label={label} tabIndex={-1}>
        {empty !== null && <div className={styles.empty}>{empty}</div>}
        {children}
      </Cmdk.List>
    </Cmdk>
  )
}
