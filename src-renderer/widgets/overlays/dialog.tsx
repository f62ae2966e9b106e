import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { cx } from '../cx.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  size?: 'small' | 'medium' | 'large' | 'wide'
  children: ReactNode
  /** Buttons, right-aligned. */
  actions?: ReactNode
}

const focusable = 'input, textarea, [role="tab"][aria-selected="true"], button:not(:disabled), [role="combobox"]'

export function Dialog({ open, onClose, title, description, size = 'medium', children, actions }: DialogProps) {
  const body = useRef<HTMLDivElement>(null)
  // The content gets the focus, not the Close button.
  const first = () => body.current?.querySelector<HTMLElement>(focusable) ?? body.current ?? true
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup data-modal="" className={cx(styles.popup, styles[size])} initialFocus={first}>
          <div className={styles.head}>
            <div>
              <Base.Title className={styles.title}>{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className={styles.description}>{description}</Base.Description>
              )}
            </div>
            <IconButton label="Close" keys="Escape" onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </div>
          <div ref={body} className={styles.body} tabIndex={-1}>
            {children}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
