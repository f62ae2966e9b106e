import { Menu as Base } from '@base-ui/react/menu'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Kbd } from '../kbd.tsx'
import styles from './popup.module.css'
import { usePortalPlace } from './portal-place.ts'

interface MenuItem {
  readonly label: string
  readonly icon?: ReactNode
  readonly summary?: string | undefined
  readonly keys?: string | undefined
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly run: () => void
}
export interface MenuGroup {
  readonly label?: string
  readonly items: readonly MenuItem[]
}
export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  groups: readonly MenuGroup[]
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
}

export function Menu({ trigger, groups, align = 'start', side = 'bottom' }: MenuProps) {
  const portal = usePortalPlace()
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal container={portal}>
        <Base.Positioner className={styles.positioner} align={align} side={side} sideOffset={4}>
          <Base.Popup className={styles.popup}>
            <MenuGroups groups={groups} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The items of a menu, group by group. */
export function MenuGroups({ groups }: { groups: readonly MenuGroup[] }) {
  return groups.map((group, index) => (
    <Fragment key={group.label ?? group.items[0]?.label ?? index}>
      {index > 0 && <Base.Separator className={styles.line} />}
      <Base.Group>
        {group.label && <Base.GroupLabel className={styles.label}>{group.label}</Base.GroupLabel>}
        {group.items.map((item) => (
          <Item key={item.label + (item.summary ?? '')} item={item} />
        ))}
      </Base.Group>
    </Fragment>
  ))
}

function Item({ item }: { item: MenuItem }) {
  return (
    <Base.Item
      className={cx(styles.item, item.danger && styles.danger)}
      disabled={item.disabled === true}
      onClick={() => item.run()}
    >
      {item.icon}
      <span className={styles.text}>
        <span className={styles.title}>{item.label}</span>
        {item.summary !== undefined && <span className={styles.summary}>{item.summary}</span>}
      </span>
      {item.keys !== undefined && (
        <span className={styles.trail}>
          <Kbd keys={item.keys} />
        </span>
      )}
    </Base.Item>
  )
}
