import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { LocalModel } from './model-cache.ts'

/** Tokens: less than the model was trained on, and enough for the tools' descriptions. */
export const contextWindow = 6144
/**
 * Bytes of kept states of the model. The phases of a strategy begin their requests differently, and each beginning is
 * read once. The server counts some 30 MB for a state and holds 100 MB more: it needs about 1 GB in all.
 */
const cacheSize = 2 ** 27
/** How long the model may take to load, ms. */
const loadsWithin = 120_000

export interface ModelProcess {
  /** Base URL of its endpoint for Chat Completions. */
  readonly url: string
  isRunning(): boolean
  close(): void
}

/** Starts the model's server and waits until it answers. @throws if it does not */
export async function startModel({ python, file }: LocalModel): Promise<ModelProcess> {
  const port = await freePort()
  const args = ['--model', file, '--host', '127.0.0.1', '--port', String(port), '--n_ctx', String(contextWindow)]
  // Threads that wait for each other are slow on a machine with other work.
  const threads = String(Math.max(1, Math.floor(availableParallelism() / 2)))
  const speed = ['--n_threads', threads, '--n_threads_batch', threads, '--logits_all', 'False', '--verbose', 'False']
  const cache = ['--cache', 'True', '--cache_type', 'ram', '--cache_size', String(cacheSize)]
  const child = spawn(python, ['-m', 'llama_cpp.server', ...args, ...speed, ...cache], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/v1`
  const began = performance.now()
  while (!(await answers(url))) {
    if (!isRunning(child) || performance.now() - began > loadsWithin) {
      child.kill()
      throw new Error('The server of the model did not start.')
    }
    await wait(200)
  }
  return { url, isRunning: () => isRunning(child), close: () => void child.kill() }
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/models`)).ok
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
