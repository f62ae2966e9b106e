import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { Kbd } from '../kbd.tsx'
import styles from './tooltip.module.css'

export interface TooltipProps {
  text: string
  keys?: string | undefined
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** The element that it explains, which must have an accessible name of its own. */
  children: ReactElement
}

export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} side={side} sideOffset={6}>
          <Base.Popup className={styles.popup}>
            {text}
            {keys !== undefined && <Kbd keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
