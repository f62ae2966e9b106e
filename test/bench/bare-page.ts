import { createServer } from 'node:net'
import { type Browser, chromium } from '@playwright/test'
import { z } from 'zod'
import { npmChromium } from '../kit/window/npm-chromium.ts'

/**
 * A page of a real browser without Playwright. Playwright makes the browser report every message of a socket with its
 * text: for a window that loads a long run, this costs more time than the window's own work.
 */
export interface BarePage {
  /** Runs a function in the page with JSON arguments. Its result is validated with `shape`. */
  run<Args extends readonly unknown[], T>(
    shape: z.ZodType<T>,
    work: (...args: Args) => unknown,
    ...args: Args
  ): Promise<T>
  /** Opens an address, or reloads the page if none is given; resolves once it is loaded. */
  open(url?: string): Promise<void>
  /** The size of the page's objects after garbage collection, bytes. */
  heap(): Promise<number>
  close(): Promise<void>
}

const reply = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})
const evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.unknown().optional(),
})
const opened = z.object({ webSocketDebuggerUrl: z.string() })

/** Protocol: https://chromedevtools.github.io/devtools-protocol/ */
export async function openBarePage(width: number, height: number): Promise<BarePage> {
  const port = await freePort()
  const options = await npmChromium()
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
  })
  const made = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: 'PUT' })
  const { send, once, close } = await pipeTo(opened.parse(await made.json()).webSocketDebuggerUrl)
  await send('Page.enable')
  await send('HeapProfiler.enable')
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
  await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] })
  return {
    run: async (shape, work, ...args) => {
      const expression = `(${work})(${args.map((each) => JSON.stringify(each)).join(', ')})`
      const found = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
      const { result, exceptionDetails } = evaluated.parse(found)
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
      return shape.parse(result.value)
    },
    open: async (url) => {
      const loaded = once('Page.loadEventFired')
      await (url === undefined ? send('Page.reload') : send('Page.navigate', { url }))
      await loaded
    },
    heap: async () => {
      for (let time = 0; time < 3; time++) await send('HeapProfiler.collectGarbage')
      return z.object({ usedSize: z.number() }).parse(await send('Runtime.getHeapUsage')).usedSize
    },
    close: () => ended(browser, close),
  }
}

async function ended(browser: Browser, close: () => void): Promise<void> {
  close()
  await browser.close()
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** A connection to a page for commands and events. */
async function pipeTo(url: string) {
  const socket = new WebSocket(url)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, () => void>()
  let counter = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, result, error } = reply.parse(JSON.parse(String(data)))
    if (method !== undefined) listeners.get(method)?.()
    if (id === undefined) return
    if (error === undefined) waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(error.message))
    waiting.delete(id)
  })
  return {
    send: (method: string, params: object = {}): Promise<unknown> => {
      const id = ++counter
      socket.send(JSON.stringify({ id, method, params }))
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    },
    once: (method: string) => new Promise<void>((resolve) => listeners.set(method, resolve)),
    close: () => socket.close(),
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}
