import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { liveBatch } from '../kit/fake-host/fake-live-batch.ts'
import buildApp from '../kit/window/build-app.ts'
import { npmChromium } from '../kit/window/npm-chromium.ts'
import { type ServedRenderer, serveBuiltRenderer } from '../kit/window/serve-renderer.ts'
import type { Bench } from './bench.ts'

/** Processor time of the window's main thread per frame, ms: mean, and the frame that 95 % of the frames are below. */
const limits = { mean: 8, p95: 16.7 }
const frames = 240
/** Pixels per frame. */
const ways = [
  { name: 'down', batch: 'batch-large', by: [0, 17] },
  { name: 'right', batch: 'batch-large', by: [23, 0] },
  { name: 'both at once', batch: 'batch-large', by: [23, 7] },
  { name: 'down as trials come in', batch: liveBatch, by: [0, 7] },
  { name: 'right as trials come in', batch: liveBatch, by: [11, 0] },
  { name: 'still as trials come in', batch: liveBatch, by: [0, 0] },
] as const

type Way = (typeof ways)[number]

/** The window itself with a fake host: 125,000 trials in 50 lanes, 500 tasks, 5 repeats. */
export const matrixBench: Bench = {
  about: 'processor time per frame of the matrix of 125,000 trials, in a real browser, as it scrolls and as trials end',
  run: async () => {
    await buildApp()
    const served = await serveBuiltRenderer()
    const browser = await chromium.launch(await npmChromium())
    try {
      let good = true
      for (const way of ways) good = (await measure(browser, served, way)) && good
      return good
    } finally {
      await browser.close()
      await served.close()
    }
  },
}

async function measure(browser: Browser, served: ServedRenderer, { name, batch, by }: Way): Promise<boolean> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await page.goto(`${served.url}#/p/invoice/trials/${batch}`)
  await page.getByRole('table', { name: /^Trials by lane and task/ }).waitFor()
  await page.getByRole('region', { name: 'Trials by lane and task' }).scrollIntoViewIfNeeded()
  await scroll(page, by, 30)
  const work = await traced(await page.context().newCDPSession(page), () => scroll(page, by, frames))
  await page.close()
  const sorted = work.toSorted((one, other) => one - other)
  const mean = work.reduce((sum, each) => sum + each, 0) / work.length
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  const isGood = mean <= limits.mean && at(0.95) <= limits.p95
  console.log(
    `  ${name}: ${mean.toFixed(1)} ms a frame, 95 % below ${at(0.95).toFixed(1)}, longest ${at(1).toFixed(1)}, ${work.length} frames${isGood ? '' : `; the limits are ${limits.mean} and ${limits.p95}`}`,
  )
  return isGood
}

/** Scrolls the matrix a little in each of some frames. */
const scroll = (page: Page, [right, down]: readonly [number, number], count: number): Promise<void> =>
  page.locator('table[aria-rowcount]').evaluate(
    (table, [x, y, all]) =>
      new Promise<void>((done) => {
        let frame = 0
        const step = () => {
          // Back and forth, so that it never stands at an end.
          const way = frame % 120 < 60 ? 1 : -1
          table.parentElement?.scrollBy(x * way, y * way)
          if (frame++ < all) requestAnimationFrame(step)
          else done()
        }
        requestAnimationFrame(step)
      }),
    [right, down, count] as const,
  )

const traceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  tdur: z.number().optional(),
  args: z.object({ name: z.unknown().optional() }).optional(),
})
type TraceEvent = z.infer<typeof traceEvent>

/** @returns the processor time of the page's main thread in each frame while `work` is done, ms */
async function traced(session: CDPSession, work: () => Promise<void>): Promise<readonly number[]> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...z.array(traceEvent).parse(value))
  })
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] } })
  await work()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  return perFrame(events)
}

/** The tasks of the thread that runs the page's animation frames, summed from one of them to the next. */
function perFrame(events: readonly TraceEvent[]): readonly number[] {
  const starts = events.filter(({ name }) => name === 'FireAnimationFrame').toSorted((one, other) => one.ts - other.ts)
  const [{ pid, tid } = { pid: 0, tid: 0 }] = starts
  const tasks = events
    .filter((event) => event.pid === pid && event.tid === tid && isTask(event))
    .toSorted((one, other) => one.ts - other.ts)
  const begins = starts.map(({ ts }) => ts)
  const sums = begins.slice(1).map(() => 0)
  let frame = -1
  for (const { ts, tdur = 0 } of tasks) {
    // The frame's own task begins just before its callbacks do.
    while (frame + 1 < begins.length && (begins[frame + 1] ?? 0) <= ts + tdur) frame++
    if (frame >= 0 && frame < sums.length) sums[frame] = (sums[frame] ?? 0) + tdur / 1000
  }
  return sums
}

const isTask = ({ name, ph }: TraceEvent): boolean => ph === 'X' && name === 'ThreadControllerImpl::RunTask'
