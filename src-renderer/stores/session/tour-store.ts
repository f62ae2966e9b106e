import { create } from 'zustand'
import { toastOnFailure } from '../report.ts'
import { newConversation } from './conversations.ts'
import { openSample } from './projects.ts'
import { useWorkbench } from './workbench-store.ts'

/** The three steps of the tour. `at`: a selector of the element that the step explains. */
export const tourSteps = [
  {
    title: 'Choose how the agent works',
    text: 'Each message is answered by a strategy. Start with Tool loop; Plan, revise, execute thinks before it acts.',
    at: '[role="combobox"][aria-label="Strategy"]',
  },
  {
    title: 'Watch every step',
    text: 'The timeline draws model calls, tools and waits. Select anything to see its input and output, or to branch there.',
    at: 'section[aria-label="Timeline"]',
  },
  {
    title: 'Compare two ways',
    text: 'Compare runs one message with several strategies side by side, each in its own copy, and says which is better.',
    at: '[data-tour="compare"]',
  },
] as const

/** Index of the step that is shown; null if no tour is active. */
export const useTour = create<{ readonly step: number | null }>(() => ({ step: null }))

/** Starts the tour in the open project or, if none is open, in the sample. */
export function beginTour(): void {
  const start = async () => {
    if (useWorkbench.getState().project === null) await openSample()
    newConversation()
    useTour.setState({ step: 0 })
  }
  void toastOnFailure(start())
}

export function endTour(): void {
  useTour.setState({ step: null })
}

export function nextTourStep(): void {
  const { step } = useTour.getState()
  useTour.setState({ step: step === null || step + 1 >= tourSteps.length ? null : step + 1 })
}
