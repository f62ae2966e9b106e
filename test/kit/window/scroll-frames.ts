import type { Page } from '@playwright/test'

/** The visible part of the conversation in one frame. */
export interface Frame {
  readonly scrollTop: number
  /** The list's own height, px. */
  readonly height: number
  /** The visible rows. `top`: below the list's top, px; `at`: position among all rows, from 1. */
  readonly rows: readonly { readonly key: string; readonly top: number; readonly height: number; readonly at: number }[]
}

declare global {
  interface Window {
    scrollFrames: Frame[] | undefined
  }
}

/**
 * Records every painted frame of the conversation. An extra element changes its size in each frame; its ResizeObserver
 * is notified after those of the window's rows.
 * @returns a function that ends the recording and returns the frames
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
        const rect = row.getBoundingClientRect()
        const key = row.dataset['key'] ?? ''
        const at = Number(row.getAttribute('aria-posinset'))
        const isSeen = rect.bottom > top && rect.top < bottom
        return isSeen ? [{ key, top: rect.top - top, height: rect.height, at }] : []
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

/** How far the rows common to two frames moved down, px: minimum and maximum. */
export interface Move {
  readonly frame: number
  readonly least: number
  readonly most: number
}

/**
 * The moves of the rows visible in two consecutive frames, minus the growth of visible rows above them: a row's text
 * may load after the row.
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

/** Uncovered height between the first and the last visible row, px. */
export function gapsOf({ rows }: Frame): number {
  const sorted = rows.toSorted((one, other) => one.top - other.top)
  return sorted.reduce((sum, row, index) => {
    const above = sorted[index - 1]
    return sum + (above === undefined ? 0 : Math.abs(row.top - above.top - above.height))
  }, 0)
}

/** For each frame, the position of the topmost row among all rows. */
export const tops = (frames: readonly Frame[]): number[] =>
  frames.map(({ rows }) => Math.min(...rows.map(({ at }) => at)))

/**
 * The faults in frames during which the user scrolled up: gaps between rows, rows that move up or by themselves, an
 * empty list.
 */
export function scrollFaults(frames: readonly Frame[]): string[] {
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
