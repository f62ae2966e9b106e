/** The regions of the window in F6 order. */
const regions = [
  'Conversations',
  'Conversation',
  'Message',
  'Inspector',
  'Changes',
  'File',
  'Branches',
  'Timeline',
] as const
export type Region = (typeof regions)[number]

function regionElement(name: Region): HTMLElement | null {
  return document.querySelector<HTMLElement>(`section[aria-label="${name}"], textarea[aria-label="${name}"]`)
}

const focusable = 'textarea, input, [tabindex="0"], button:not(:disabled), a[href]'

/** Focuses a region: the element marked `data-focus-first`, else its first control, else the region itself. */
export function focusRegion(name: Region): boolean {
  const region = regionElement(name)
  if (region === null) return false
  const first = region.querySelector<HTMLElement>('[data-focus-first]') ?? region.querySelector<HTMLElement>(focusable)
  const target = region.matches('textarea') ? region : (first ?? region)
  if (target === region && !region.matches('textarea')) region.tabIndex = -1
  target.focus()
  return true
}

/** @param step 1 for the next region, -1 for the one before */
export function focusNextRegion(step: 1 | -1): void {
  const there = regions.filter((each) => regionElement(each) !== null)
  // The message box is inside the conversation, so the innermost region wins.
  const at = there.findLastIndex((each) => regionElement(each)?.contains(document.activeElement))
  const next = there.at((at + step + there.length) % there.length)
  if (next !== undefined) focusRegion(next)
}

/** Runs `work` after the next frame has been drawn, when earlier state changes are on screen. */
export const afterNextFrame = (work: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(work))
