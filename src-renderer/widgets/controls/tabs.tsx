import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './tabs.module.css'

interface Tab<V extends string> {
  readonly value: V
  readonly label: string
  /** A secondary figure next to the label. */
  readonly figure?: string | number | undefined
  readonly panel: ReactNode
}
export interface TabsProps<V extends string> {
  name: string
  value: V
  onChange: (value: V) => void
  tabs: readonly Tab<V>[]
  /** Shown at the end of the tab row. */
  trail?: ReactNode
  vertical?: boolean
}

export function Tabs<V extends string>({ name, value, onChange, tabs, trail, vertical }: TabsProps<V>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next: V) => onChange(next)}
      orientation={vertical ? 'vertical' : 'horizontal'}
      className={cx(styles.root, vertical && styles.vertical)}
    >
      <div className={styles.row}>
        <Base.List aria-label={name} className={styles.list}>
          {tabs.map((tab) => (
            <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
              {tab.label}
              {tab.figure !== undefined && <span className={styles.figure}>{tab.figure}</span>}
            </Base.Tab>
          ))}
        </Base.List>
        {trail}
      </div>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={styles.panel} tabIndex={-1}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
