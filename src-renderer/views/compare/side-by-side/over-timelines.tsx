import type { ReactNode } from 'react'
import { Group, type LayoutChangedMeta, Panel } from 'react-resizable-panels'
import { Splitter } from '../../../widgets/splitter.tsx'
import styles from './side-by-side.module.css'

interface Props {
  /** Number of runs side by side. */
  readonly lanes: number
  readonly children: ReactNode
  /** Null if there are none yet. */
  readonly timelines: ReactNode | null
}

/** Chats above the timelines of the same runs. The separator between them can be moved; its position is persisted. */
export function OverTimelines({ lanes, children, timelines }: Props) {
  const keep = (_: unknown, { isUserInteraction, requestedLayout }: LayoutChangedMeta) => {
    const part = requestedLayout?.['timelines']
    if (isUserInteraction && part !== undefined) localStorage.setItem(key(lanes), String(Math.round(part)))
  }
  return (
    <Group orientation="vertical" className={styles.over} onLayoutChanged={keep}>
      <Panel id="chats" minSize="160px">
        {children}
      </Panel>
      {timelines !== null && <Splitter name="Resize timelines" />}
      {timelines !== null && (
        <Panel id="timelines" defaultSize={`${partOf(lanes)}%`} minSize="110px">
          {timelines}
        </Panel>
      )}
    </Group>
  )
}

/** Two lanes need a different share than more lanes. */
const key = (lanes: number) => `stratagem-size-timelines-${lanes > 2 ? 'many' : 'two'}`

/** The timelines' share of the height, percent. */
function partOf(lanes: number): number {
  const stored = Number(localStorage.getItem(key(lanes)))
  if (stored > 5 && stored < 95) return stored
  return lanes > 2 ? 55 : 44
}
