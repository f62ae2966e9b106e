import { Menu as Base } from '@base-ui/react/menu'
import { type MenuGroup, MenuGroups } from './menu.tsx'
import styles from './popup.module.css'
import { usePortalPlace } from './portal-place.ts'

export interface MenuAtPointProps {
  /** Position in the window, pixels; null if closed. */
  point: { readonly x: number; readonly y: number } | null
  name: string
  groups: readonly MenuGroup[]
  onClose: () => void
}

/** A menu that opens at the pointer. */
export function MenuAtPoint({ point, name, groups, onClose }: MenuAtPointProps) {
  const portal = usePortalPlace()
  if (point === null) return null
  const anchor = { getBoundingClientRect: () => new DOMRect(point.x, point.y, 0, 0) }
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()} modal={false}>
      <Base.Portal container={portal}>
        <Base.Positioner className={styles.positioner} anchor={anchor} align="start" side="bottom" sideOffset={2}>
          <Base.Popup className={styles.popup} aria-label={name}>
            <MenuGroups groups={groups} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
