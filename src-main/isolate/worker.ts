/** The thread that holds an isolate: one for each run of a user's strategy, one for each file that is read. */
import { parentPort, workerData } from 'node:worker_threads'
import { brokenPlace } from './broken-place.ts'
import { createEngine, type Engine, EngineError, loadModule } from './engine.ts'
import { type Limits, largestText } from './limits.ts'
import type { IsolateTexts, Reply, Request } from './protocol.ts'
import { stripTypes } from './strip-types.ts'

const { texts, limits, use }: { readonly texts: IsolateTexts; readonly limits: Limits; readonly use: string } =
  workerData
const module = await loadModule()
if (use === 'read') await stripTypes('')
let engine: Engine | null = null

// One at a time: the other side asks when the last is answered.
parentPort?.on('message', (request: Request) => {
  void answered(request).then((text) => parentPort?.postMessage(text))
})
parentPort?.postMessage('ready')

async function answered(request: Request): Promise<string> {
  try {
    const text = await answerTo(request)
    if (text.length <= largestText) return text
    return broken('RangeError: it asked for a step of more than 32 million characters', 0)
  } catch (thrown) {
    if (!(thrown instanceof EngineError)) return broken(`the engine broke: ${String(thrown)}`, 0)
    const file = request.kind === 'advance' ? '' : request.file
    const { message, line } = brokenPlace(thrown, file, request.kind === 'read' ? request.text : null, limits)
    return broken(message, line)
  }
}

async function answerTo(request: Request): Promise<string> {
  switch (request.kind) {
    case 'read': {
      const stripped = await stripTypes(request.text)
      if (!stripped.ok) return broken(stripped.message, stripped.line)
      const definition = createEngine(module, texts, limits, request.file, stripped.code).describe()
      return told({ kind: 'read', code: stripped.code, definition })
    }
    case 'begin':
      engine = createEngine(module, texts, limits, request.file, request.code)
      return engine.begin(request.begin)
    case 'advance':
      return engine?.advance(request.advance) ?? broken('nothing was begun', 0)
  }
}

const told = (value: Reply): string => JSON.stringify(value)
const broken = (message: string, line: number): string => told({ kind: 'broken', message, line })
