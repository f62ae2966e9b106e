/** The thread that holds the engines of one run, or loads one file. */

import { parentPort, workerData } from 'node:worker_threads'
import { assertNever } from '../../src-shared/base/assert-never.ts'
import { countValues } from './count-values.ts'
import { createEngine, type Engine, EngineError, loadModule } from './engine.ts'
import { errorLocation } from './error-location.ts'
import { type Limits, maxText, maxValues } from './limits.ts'
import type { IsolateTexts, ThreadReply as Reply, Request } from './protocol.ts'
import { stripTypes } from './strip-types.ts'

interface Data {
  readonly texts: IsolateTexts
  readonly limits: Limits
  readonly use: string
  readonly engineCode: WebAssembly.Module
}
const { texts, limits, use, engineCode }: Data = workerData
const module = await loadModule(engineCode, limits)
if (use === 'read') await stripTypes('')
const engines = new Map<number, Engine>()

// One at a time: the other side sends the next request when the last is answered.
parentPort?.on('message', (request: Request) => {
  void answered(request).then((text) => parentPort?.postMessage(text))
})
parentPort?.postMessage('ready')

async function answered(request: Request): Promise<string> {
  try {
    const text = await answerTo(request)
    if (text.length > maxText)
      return broken(`RangeError: it asked for a step of more than ${maxText / 1_000_000} million characters`, 0)
    if (countValues(text) > maxValues)
      return broken(`RangeError: it asked for a step of more than ${maxValues} values`, 0)
    return text
  } catch (thrown) {
    if (!(thrown instanceof EngineError)) return broken(`the engine broke: ${String(thrown)}`, 0)
    const file = 'file' in request ? request.file : ''
    const { message, line } = errorLocation(thrown, file, request.kind === 'read' ? request.text : null, limits)
    return broken(message, line)
  }
}

async function answerTo(request: Request): Promise<string> {
  switch (request.kind) {
    case 'read': {
      const stripped = await stripTypes(request.text)
      if (!stripped.ok) return broken(stripped.message, stripped.line)
      const definition = createEngine(module, texts, limits, request.file, stripped.code).describe()
      return reply({ kind: 'read', code: stripped.code, definition })
    }
    case 'begin': {
      const engine = createEngine(module, texts, limits, request.file, request.code)
      engines.set(request.engine, engine)
      return engine.begin(request.begin)
    }
    case 'advance':
      return engines.get(request.engine)?.advance(request.advance) ?? broken('nothing was begun', 0)
    case 'end':
      engines.get(request.engine)?.dispose()
      engines.delete(request.engine)
      return reply({ kind: 'ended' })
    default:
      return assertNever(request)
  }
}

const reply = (value: Reply): string => JSON.stringify(value)
const broken = (message: string, line: number): string => reply({ kind: 'broken', message, line })
