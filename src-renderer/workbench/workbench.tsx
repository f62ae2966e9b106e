import { type ReactNode, useEffect } from 'react'
import { Group, Panel } from 'react-resizable-panels'
import { useCommands } from '../commands/command-store.ts'
import { useSideBySide } from '../stores/runs/side-by-side-store.ts'
import { useComparisons } from '../stores/server-cache/comparisons.ts'
import { closeWide, type PanelName, showPanel, useLayout, useWide } from '../stores/session/layout-store.ts'
import { useLowWindow } from '../stores/session/low-window.ts'
import { Chat } from '../views/chat/chat.tsx'
import { Compare } from '../views/compare/compare.tsx'
import { compareCommands } from '../views/compare/compare-commands.ts'
import { SideBySide } from '../views/compare/side-by-side/side-by-side.tsx'
import { Composer } from '../views/composer/composer.tsx'
import { WidePage } from '../views/files/wide-page.tsx'
import { Conversations } from '../views/history/conversations.tsx'
import { Timeline } from '../views/timeline/timeline.tsx'
import { ErrorBoundary } from '../widgets/feedback/error-boundary.tsx'
import { Splitter } from '../widgets/splitter.tsx'
import { Drawer } from './drawer.tsx'
import { Header } from './header.tsx'
import { LowTimeline } from './low-timeline.tsx'
import { SidePanel } from './side-panel.tsx'
import { Tour } from './tour.tsx'
import { isFitted, useFittedTimeline } from './use-fitted-timeline.ts'
import { useRoom } from './use-room.ts'
import styles from './workbench.module.css'

/**
 * The layout of the window: conversation list, conversation, side panel, timeline. Each view renders its own region
 * (`<section aria-label="Timeline">`, …) and fills its container. If the window is too narrow for a side panel next to
 * the conversation, the panel floats over it.
 */
export function Workbench() {
  const pair = useSideBySide((state) => state.pair)
  if (pair === null) return <Panels />
  return (
    <Frame>
      <SideBySide pair={pair} />
    </Frame>
  )
}

/**
 * `clip` rather than `hidden`: with `hidden`, focusing something clipped would scroll it, and nothing would scroll it
 * back.
 */
const unscrolled = { overflow: 'clip' } as const

function Panels() {
  useCommands(compareCommands)
  const comparing = useComparisons((state) => state.shown !== null)
  return <Frame>{comparing ? <Compare /> : <Stacked />}</Frame>
}

/** A full-window page covers the workbench, which is inert meanwhile. */
function Frame({ children }: { readonly children: ReactNode }) {
  const covered = useWide((state) => state.page !== null)
  // The page is closed when another project is opened, or another place than the one it was opened from.
  useEffect(() => closeWide, [])
  return (
    <main className={styles.frame}>
      <div className={styles.workbench} inert={covered}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </div>
      <WidePage />
    </main>
  )
}

/**
 * The timeline below the rest: a panel or, in a low window, a strip. The rest is not remounted when the window crosses
 * that height.
 */
function Stacked() {
  const low = useLowWindow()
  const shown = useLayout((state) => state.shown.timeline)
  const panel = shown && !low
  const fitted = useFittedTimeline(panel && !hasPanelSize('timeline'))
  return (
    <div className={styles.stacked}>
      <div className={styles.rest}>
        <Group orientation="vertical" style={unscrolled}>
          <Panel id="upper" minSize="240px" className={styles.upper}>
            <Upper />
          </Panel>
          {panel && <Splitter name="Resize timeline" />}
          {panel && (
            <Panel id="timeline" {...sized('timeline', 96, 640)} panelRef={fitted} className={styles.timeline}>
              <ErrorBoundary>
                <Timeline />
              </ErrorBoundary>
            </Panel>
          )}
        </Group>
      </div>
      {shown && low && <LowTimeline />}
    </div>
  )
}

/** Conversation list, conversation and side panel. Panels that do not fit next to the conversation float over it. */
function Upper() {
  const shown = useLayout((state) => state.shown)
  const room = useRoom()
  return (
    <>
      <Group orientation="horizontal" style={unscrolled}>
        {shown.sidebar && room.sidebar && (
          <Panel id="sidebar" {...sized('sidebar', 200, 420)}>
            <ErrorBoundary>
              <Conversations />
            </ErrorBoundary>
          </Panel>
        )}
        {shown.sidebar && room.sidebar && <Splitter name="Resize conversations" />}
        <Panel id="middle" minSize="360px">
          <Middle />
        </Panel>
        {shown.inspector && room.inspector && <Splitter name="Resize inspector" />}
        {shown.inspector && room.inspector && (
          <Panel id="inspector" {...sized('inspector', 260, 720)} className={styles.side}>
            <SidePanel />
          </Panel>
        )}
      </Group>
      {shown.sidebar && !room.sidebar && (
        <Drawer side="left" name="conversations" onClose={() => showPanel('sidebar', false)}>
          <ErrorBoundary>
            <Conversations />
          </ErrorBoundary>
        </Drawer>
      )}
      {shown.inspector && !room.inspector && (
        <Drawer side="right" name="inspector" onClose={() => showPanel('inspector', false)}>
          <SidePanel />
        </Drawer>
      )}
    </>
  )
}

function Middle() {
  return (
    <div className={styles.middle}>
      <Tour />
      <Header />
      <h2 className="unseen">Messages</h2>
      <div className={styles.chat}>
        <ErrorBoundary>
          <Chat />
        </ErrorBoundary>
      </div>
      <ErrorBoundary>
        <Composer />
      </ErrorBoundary>
    </div>
  )
}

function sized(panel: PanelName, least: number, most: number) {
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

/** In pixels, so that a panel keeps its width when the window is resized; narrower at first in a small window. */
function standard(panel: PanelName): number {
  if (panel === 'sidebar') return Math.min(256, Math.max(216, innerWidth * 0.2))
  if (panel === 'inspector') return Math.min(352, Math.max(270, innerWidth * 0.25))
  return Math.min(232, Math.max(150, innerHeight * 0.26))
}

const key = (panel: PanelName) => `stratagem-size-${panel}`

const keptSize = (panel: PanelName) => Number(localStorage.getItem(key(panel)))
const hasPanelSize = (panel: PanelName) => keptSize(panel) > 80
const panelSize = (panel: PanelName) => (hasPanelSize(panel) ? keptSize(panel) : standard(panel))

function keepPanelSize(panel: PanelName, pixels: number): void {
  if (pixels > 80 && !(panel === 'timeline' && isFitted(pixels)))
    localStorage.setItem(key(panel), String(Math.round(pixels)))
}
