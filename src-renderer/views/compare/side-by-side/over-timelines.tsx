import type { ReactNode } from 'react'
import { Group, type LayoutChangedMeta, Panel } from 'react-resizable-panels'
import { Splitter } from '../../../widgets/splitter.tsx'
import styles from './side-by-side.module.css'

interface Props {
  /** How many runs are side by side. */
  readonly lanes: number
  readonly children: ReactNode
  /** Null where there are none yet. */
  readonly timelines: ReactNode | null
}

/** Chats over the timelines of the same runs: the line between them is moved by the user, and stays where it was put. */
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

/** Two lanes and more of them need different shares. */
const key = (lanes: number) => `stratagem-size-timelines-${lanes > 2 ? 'many' : 'two'}`

/** The timelines' part of the height, percent. */
function partOf(lanes: number): number {
  const kept = Number(localStorage.getItem(key(lanes)))
  if (kept > 5 && kept < 95) return kept
  return lanes > 2 ? 55 : 44
}
