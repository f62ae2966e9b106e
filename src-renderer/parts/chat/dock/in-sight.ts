/** Distance of the probed points from each other, and of the outermost from the edge, px. */
const [mesh, inset] = [12, 6]
/** Rounding of positions at fractional zoom, px. */
const slack = 1

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * Whether all of an element can be seen now: within the window, not cut off by anything around it, and not covered by
 * anything over it. Measured, not remembered: whatever moves may have moved since the last look.
 */
export function isInSight(element: HTMLElement): boolean {
  const box = element.getBoundingClientRect()
  if (box.width === 0 || box.height === 0) return false
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  return isWithin(box, view) && !isCutOff(element, box) && !isCovered(element, box)
}

const isWithin = (box: Box, around: Box): boolean =>
  box.left >= around.left - slack &&
  box.top >= around.top - slack &&
  box.right <= around.right + slack &&
  box.bottom <= around.bottom + slack

/** Whether it overflows an element that hides or scrolls what overflows it. */
function isCutOff(element: HTMLElement, box: Box): boolean {
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around)
    const clips = overflowX !== 'visible' || overflowY !== 'visible'
    if (clips && around !== document.documentElement && around !== document.body) {
      if (!isWithin(box, around.getBoundingClientRect())) return true
    }
  }
  return false
}

function isCovered(element: HTMLElement, box: Box): boolean {
  for (const y of pointsBetween(box.top, box.bottom))
    for (const x of pointsBetween(box.left, box.right)) {
      const top = document.elementFromPoint(x, y)
      if (top === null || !element.contains(top)) return true
    }
  return false
}

function pointsBetween(from: number, to: number): readonly number[] {
  const [first, last] = [from + inset, Math.max(from + inset, to - inset)]
  const steps = Math.ceil((last - first) / mesh)
  return Array.from({ length: steps + 1 }, (_, at) => Math.min(last, first + at * mesh))
}
