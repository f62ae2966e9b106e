import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { type LongRun, writeLongRun } from '../kit/host/long-run.ts'
import { startAppServer } from '../kit/window/app-server.ts'
import buildApp from '../kit/window/build-app.ts'
import { type BarePage, openBarePage } from './bare-page.ts'
import type { Bench } from './bench.ts'

const limits = { firstPaint: 1000, growth: 1.3, frame: 16.8, loaded200k: 5000, megabytes: 400 }
/** Numbers of events. A run of each size is opened several times; the median counts. */
const sizes = (process.env['STRATAGEM_BENCH_SIZES'] ?? '1000,10000,100000,200000,1000000').split(',').map(Number)
const times = 3

interface Figures {
  readonly events: number
  /** ms from the click until the end of the chat and the timeline are drawn. */
  readonly firstPaint: number
  /** ms from the click until the whole run is loaded. */
  readonly loaded: number
  /** Time between two frames while the rest loads, ms: 95th percentile and maximum. */
  readonly frame: number
  readonly longest: number
  /** Size of the window's objects after the whole run is loaded. */
  readonly megabytes: number
}

export const openBench: Bench = {
  about: 'opening runs of any size in a real browser: their end and a timeline of all of it, then the rest',
  run: async () => {
    await buildApp()
    const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'stratagem-bench-')))
    try {
      return report(await measureIn(home))
    } finally {
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

async function measureIn(home: string): Promise<Figures[]> {
  const project = path.join(home, 'project')
  mkdirSync(project)
  const data = path.join(home, 'data')
  const small = writeLongRun(data, project, 100)
  const runs = sizes.map((events) => {
    const start = performance.now()
    const run = writeLongRun(data, project, events)
    console.log(`  ${events} events written in ${((performance.now() - start) / 1000).toFixed(1)} s`)
    return run
  })
  const app = await startAppServer(data, '--project', project)
  const page = await openBarePage(1440, 900)
  try {
    const found: Figures[] = []
    await page.open(app.url)
    for (const [index, run] of runs.entries()) {
      const all: Figures[] = []
      for (let time = 0; time < times; time++) {
        all.push(await open(page, small, run, sizes[index] ?? 0))
        await page.open()
      }
      found.push(middle(all))
      console.log(`  ${row(middle(all))}`)
    }
    return found
  } finally {
    await page.close()
    await app.stop()
  }
}

const figures = z.object({ firstPaint: z.number(), loaded: z.number(), frames: z.array(z.number()) })

async function open(page: BarePage, small: LongRun, run: LongRun, events: number): Promise<Figures> {
  await page.run(z.unknown(), show, small.title, small.lastWords)
  await page.run(z.unknown(), watch, run.lastWords)
  await page.run(z.unknown(), click, run.title)
  const { firstPaint, loaded, frames } = await page.run(figures, () => window.opening.whole)
  const sorted = frames.toSorted((a, b) => a - b)
  const frame = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  return { events, firstPaint, loaded, frame, longest: sorted.at(-1) ?? 0, megabytes: (await page.heap()) / 1e6 }
}

/** In the page: clicks the button of a conversation once it exists. */
async function click(title: string): Promise<void> {
  for (;;) {
    const found = [...document.querySelectorAll('button')].find((each) => each.title === title)
    if (found !== undefined) return found.click()
    await new Promise(requestAnimationFrame)
  }
}

/**
 * In the page: shows a conversation, and resolves once its run is completely loaded. A page that was just loaded opens
 * the newest conversation, possibly after an earlier click.
 */
async function show(title: string, words: string): Promise<void> {
  const isThere = () => document.querySelector('.chat')?.textContent?.includes(words) === true
  while (!isThere() || document.querySelector('[data-reading]') !== null) {
    if (!isThere()) [...document.querySelectorAll('button')].find((each) => each.title === title)?.click()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

declare global {
  interface Window {
    opening: { readonly whole: Promise<{ firstPaint: number; loaded: number; frames: number[] }> }
  }
}

/**
 * In the page: reports when the end of the chat and its timeline are drawn after the next click, and when all is
 * loaded.
 */
function watch(lastWords: string): void {
  const isDrawn = () => {
    const said = document.querySelector('.chat')?.textContent?.includes(lastWords) === true
    const canvas = document.querySelector<HTMLCanvasElement>('[aria-label="Timeline"] canvas')
    if (!said || canvas === null || canvas.width === 0) return false
    const line = canvas.getContext('2d')?.getImageData(0, Math.floor(canvas.height * 0.4), canvas.width, 1).data ?? []
    let covered = 0
    for (let at = 3; at < line.length; at += 4) if ((line[at] ?? 0) > 0) covered += 1
    return covered > canvas.width / 10
  }
  const isLoaded = () => document.querySelector('[data-reading]') === null
  const whole = new Promise<{ firstPaint: number; loaded: number; frames: number[] }>((resolve) => {
    const begin = () => {
      const start = performance.now()
      let [firstPaint, last] = [0, 0]
      const frames: number[] = []
      const look = (now: number) => {
        if (firstPaint > 0) frames.push(now - last)
        last = now
        if (firstPaint === 0 && isDrawn()) firstPaint = performance.now() - start
        if (firstPaint > 0 && isLoaded()) resolve({ firstPaint, loaded: performance.now() - start, frames })
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }
    document.addEventListener('click', begin, { once: true, capture: true })
  })
  window.opening = { whole }
}

function middle(all: readonly Figures[]): Figures {
  const of = (pick: (figures: Figures) => number) =>
    all.map(pick).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  return {
    events: all[0]?.events ?? 0,
    firstPaint: of((each) => each.firstPaint),
    loaded: of((each) => each.loaded),
    frame: of((each) => each.frame),
    longest: of((each) => each.longest),
    megabytes: of((each) => each.megabytes),
  }
}

const row = ({ events, firstPaint, loaded, frame, longest, megabytes }: Figures) =>
  `${String(events).padStart(8)} events: first paint ${firstPaint.toFixed(0)} ms, all ${loaded.toFixed(0)} ms, ` +
  `frames p95 ${frame.toFixed(1)} ms (longest ${longest.toFixed(0)}), ${megabytes.toFixed(0)} MB`

function report(all: readonly Figures[]): boolean {
  const paints = all.map(({ firstPaint }) => firstPaint)
  const growth = (all.at(-1)?.firstPaint ?? 0) / (all[0]?.firstPaint ?? 1)
  const frame = Math.max(...all.filter(({ events }) => events > 2000).map((each) => each.frame))
  const at200k = all.find(({ events }) => events === 200_000)?.loaded ?? 0
  const megabytes = Math.max(...all.map((each) => each.megabytes))
  const checks: readonly (readonly [string, number, number])[] = [
    ['slowest first paint, ms', Math.max(...paints), limits.firstPaint],
    ['first paint of the largest beside the smallest', growth, limits.growth],
    ['frames while the rest loads, p95, ms', frame, limits.frame],
    ['200,000 events wholly loaded, ms', at200k, limits.loaded200k],
    ['window, MB', megabytes, limits.megabytes],
  ]
  for (const [name, value, limit] of checks) console.log(`  ${name}: ${value.toFixed(2)} (at most ${limit})`)
  return checks.every(([, value, limit]) => value <= limit)
}
