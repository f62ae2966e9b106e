import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '../widgets/controls/icon-button.tsx'
import { cx } from '../widgets/cx.ts'
import styles from './drawer.module.css'

export interface DrawerProps {
  side: 'left' | 'right'
  name: string
  onClose: () => void
  children: ReactNode
}

/** A panel that floats over the conversation when the window is too narrow for both. */
export function Drawer({ side, name, onClose, children }: DrawerProps) {
  const drawer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      const { target } = event
      if (
        target instanceof Element &&
        !drawer.current?.contains(target) &&
        !target.closest('[data-base-ui-portal], header')
      )
        onClose()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [onClose])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from anywhere inside
    <div ref={drawer} className={cx(styles.drawer, styles[side])} onKeyDown={onKeyDown}>
      {children}
      <IconButton small label={`Close ${name}`} className={styles.close} onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
