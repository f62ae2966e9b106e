import { useViewer } from '../stores/files/viewer-store.ts'
import { comparisonShown } from '../stores/server-cache/comparisons.ts'
import {
  openOverlay,
  openWide,
  type PanelName,
  showPanel,
  showSide,
  togglePanel,
  useLayout,
} from '../stores/session/layout-store.ts'
import { isLowWindow, setTimelineOverlay, useTimelineOver } from '../stores/session/low-window.ts'
import { useWorkbench } from '../stores/session/workbench-store.ts'
import type { Command } from './command-store.ts'
import { afterNextFrame, focusNextRegion, focusRegion } from './focus-region.ts'

const inProject = () => useWorkbench.getState().project !== null
/**
 * A comparison replaces the conversation, its branches and panels, so commands on them would have no visible effect.
 */
const inWorkbench = () => inProject() && !comparisonShown()

const panel = (name: PanelName, title: string, keys: string): Command => ({
  id: `toggle-${name}`,
  title,
  group: 'View',
  words: 'hide show panel toggle',
  keys,
  enabled: inWorkbench,
  run: () => togglePanel(name),
})

/** Commands that toggle panels and move between them. */
export const viewCommands: readonly Command[] = [
  panel('sidebar', 'Show or hide the conversations', 'mod+b'),
  panel('inspector', 'Show or hide the inspector', 'mod+alt+b'),
  {
    ...panel('timeline', 'Show or hide the timeline', 'mod+j'),
    run: () => {
      // In a low window the timeline is a strip that opens over the conversation.
      if (isLowWindow() && useLayout.getState().shown.timeline) setTimelineOverlay(!useTimelineOver.getState().over)
      else togglePanel('timeline')
    },
  },
  {
    id: 'show-inspector',
    title: 'Go to the inspector',
    group: 'View',
    enabled: inWorkbench,
    run: () => {
      showSide('inspector')
      afterNextFrame(() => focusRegion('Inspector'))
    },
  },
  {
    id: 'show-changes',
    title: 'Go to the changes',
    group: 'View',
    words: 'diff files',
    keys: 'mod+shift+d',
    enabled: inWorkbench,
    run: () => {
      showSide('changes')
      afterNextFrame(() => focusRegion('Changes'))
    },
  },
  {
    id: 'review-changes',
    title: 'Review the changes in the whole window',
    group: 'View',
    words: 'diff large side by side comments commit',
    keys: 'mod+alt+d',
    enabled: inWorkbench,
    run: () => openWide('changes'),
  },
  {
    id: 'open-file',
    title: 'Open file…',
    group: 'View',
    words: 'find name go to viewer quick',
    keys: 'mod+p',
    enabled: inProject,
    run: () => openOverlay('open-file'),
  },
  {
    id: 'show-file',
    title: 'Go to the open file',
    group: 'View',
    words: 'viewer',
    enabled: () => inWorkbench() && useViewer.getState().file !== null,
    run: () => {
      showSide('file')
      afterNextFrame(() => focusRegion('File'))
    },
  },
  {
    id: 'focus-message',
    title: 'Write a message',
    group: 'View',
    words: 'composer focus',
    keys: 'mod+l',
    enabled: inWorkbench,
    run: () => void focusRegion('Message'),
  },
  {
    id: 'focus-timeline',
    title: 'Go to the timeline',
    group: 'View',
    enabled: inWorkbench,
    run: () => {
      showPanel('timeline', true)
      if (isLowWindow()) setTimelineOverlay(true)
      afterNextFrame(() => focusRegion('Timeline'))
    },
  },
  {
    id: 'next-region',
    title: 'Next panel',
    group: 'View',
    keys: 'F6',
    enabled: inProject,
    run: () => focusNextRegion(1),
  },
  {
    id: 'previous-region',
    title: 'Previous panel',
    group: 'View',
    keys: 'shift+F6',
    enabled: inProject,
    run: () => focusNextRegion(-1),
  },
]
