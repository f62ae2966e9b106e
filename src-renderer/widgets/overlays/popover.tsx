import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './popover.module.css'
import popup from './popup.module.css'
import { usePortalPlace } from './portal-place.ts'

export interface PopoverProps {
  trigger: ReactElement
  title: string
  children: ReactNode
  side?: 'top' | 'bottom'
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A small floating panel with a heading, for content that does not fit a menu. */
export function Popover({ trigger, title, children, side = 'bottom', align = 'start', ...rest }: PopoverProps) {
  const portal = usePortalPlace()
  return (
    <Base.Root {...rest}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={portal}>
        <Base.Positioner className={popup.positioner} side={side} align={align} sideOffset={6}>
          <Base.Popup className={cx(popup.popup, styles.popover)}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
