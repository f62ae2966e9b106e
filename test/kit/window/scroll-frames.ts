import type { Page } from '@playwright/test'

/** What one frame showed of the conversation. */
export interface Frame {
  readonly scrollTop: number
  /** The list's own height, px. */
  readonly height: number
  /** Of each row in sight: its key, its top under the list's own top in px, and its number among all. */
  readonly rows: readonly { readonly key: string; readonly top: number; readonly height: number; readonly at: number }[]
}

declare global {
  interface Window {
    scrollFrames: Frame[] | undefined
  }
}

/**
 * Looks at every frame of the conversation as it is painted: a mark of its own changes its size in each, of which it is told after
 * the window has been told of its rows' sizes.
 * @returns ends it, with what was seen
 */
export async function watchFrames(page: Page): Promise<() => Promise<readonly Frame[]>> {
  await page.evaluate(() => {
    const frames: Frame[] = []
    window.scrollFrames = frames
    const mark = document.createElement('div')
    mark.style.cssText = 'position: fixed; left: -9px; width: 1px'
    document.body.append(mark)
    const look = () => {
      const box = document.querySelector('.chat-scroll')
      if (box === null) return
      const { top, bottom } = box.getBoundingClientRect()
      const rows = [...box.querySelectorAll<HTMLElement>('.chat-row')].flatMap((row) => {
        const place = row.getBoundingClientRect()
        const key = row.dataset['key'] ?? ''
        const at = Number(row.getAttribute('aria-posinset'))
        const isSeen = place.bottom > top && place.top < bottom
        return isSeen ? [{ key, top: place.top - top, height: place.height, at }] : []
      })
      frames.push({ scrollTop: box.scrollTop, height: bottom - top, rows })
    }
    const painted = new ResizeObserver(look)
    painted.observe(mark)
    const next = () => {
      if (window.scrollFrames !== frames) {
        painted.disconnect()
        return mark.remove()
      }
      mark.style.height = `${1 + (frames.length % 2)}px`
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  return () =>
    page.evaluate(() => {
      const seen = window.scrollFrames ?? []
      window.scrollFrames = undefined
      return seen
    })
}

/** How far the rows that two frames share have moved down from one to the next, px: the least and the most. */
export interface Move {
  readonly frame: number
  readonly least: number
  readonly most: number
}

/**
 * The moves of rows that are seen in two frames, one right after the other, but for what a row in sight above them has
 * grown by: a text that comes later than its row.
 */
export function movesOf(frames: readonly Frame[]): Move[] {
  return frames.flatMap((frame, index) => {
    const before = new Map(frames[index - 1]?.rows.map((row) => [row.key, row]))
    let grown = 0
    const moved = frame.rows
      .toSorted((one, other) => one.top - other.top)
      .flatMap((row) => {
        const was = before.get(row.key)
        if (was === undefined) return []
        const by = row.top - was.top - grown
        grown += row.height - was.height
        return [by]
      })
    return moved.length === 0 ? [] : [{ frame: index, least: Math.min(...moved), most: Math.max(...moved) }]
  })
}

/** Px of the list that no row covers, between its first row in sight and its last. */
export function gapsOf({ rows }: Frame): number {
  const sorted = rows.toSorted((one, other) => one.top - other.top)
  return sorted.reduce((sum, row, index) => {
    const above = sorted[index - 1]
    return sum + (above === undefined ? 0 : Math.abs(row.top - above.top - above.height))
  }, 0)
}

/** The number of the row at the top of each frame, of all rows. */
export const tops = (frames: readonly Frame[]): number[] =>
  frames.map(({ rows }) => Math.min(...rows.map(({ at }) => at)))

/** What is wrong with frames in which somebody scrolled up: rows apart, on their own, or moving up; an empty list. */
export function faultsOfScrollingUp(frames: readonly Frame[]): string[] {
  const faults: string[] = []
  for (const [index, frame] of frames.entries()) {
    if (frame.rows.length === 0) faults.push(`frame ${index}: nothing is drawn`)
    if (gapsOf(frame) > 1) faults.push(`frame ${index}: rows are ${gapsOf(frame)} px apart`)
  }
  for (const { frame, least, most } of movesOf(frames)) {
    if (most - least > 1) faults.push(`frame ${frame}: rows move by ${least} to ${most} px`)
    if (least < -1) faults.push(`frame ${frame}: rows move up by ${-least} px`)
  }
  const at = tops(frames)
  for (const [index, top] of at.entries()) {
    const before = at[index - 1] ?? top
    if (top > before) faults.push(`frame ${index}: back down from row ${before} to ${top}`)
  }
  return faults
}
