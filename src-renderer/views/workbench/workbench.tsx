import { Group, Panel } from 'react-resizable-panels'
import { useLayout } from '../../stores/layout-store.ts'
import { Splitter } from '../../widgets/splitter.tsx'
import { keepPanelSize, panelSize } from './panel-sizes.ts'
import styles from './workbench.module.css'

/**
 * The frame of the window: sidebar, conversation, side panel, timeline. Each view draws its own region
 * (`<section aria-label="Timeline">`, …) and fills the place it is given.
 */
export function Workbench() {
  const shown = useLayout((state) => state.shown)
  return (
    <Group orientation="vertical" className={styles.workbench}>
      <Panel id="upper" minSize="200px">
        <Group orientation="horizontal">
          {shown.sidebar && <Panel id="sidebar" {...sized('sidebar', 200, 420)} className={styles.side} />}
          {shown.sidebar && <Splitter name="Resize conversations" />}
          <Panel id="middle" minSize="360px" className={styles.middle} />
          {shown.inspector && <Splitter name="Resize inspector" />}
          {shown.inspector && <Panel id="inspector" {...sized('inspector', 260, 640)} className={styles.side} />}
        </Group>
      </Panel>
      {shown.timeline && <Splitter name="Resize timeline" />}
      {shown.timeline && <Panel id="timeline" {...sized('timeline', 96, 640)} className={styles.timeline} />}
    </Group>
  )
}

function sized(panel: 'sidebar' | 'inspector' | 'timeline', least: number, most: number) {
  return {
    defaultSize: panelSize(panel),
    minSize: least,
    maxSize: most,
    groupResizeBehavior: 'preserve-pixel-size' as const,
    onResize: (size: { inPixels: number }, _id: unknown, before: unknown) => {
      if (before !== undefined) keepPanelSize(panel, size.inPixels)
    },
  }
}
