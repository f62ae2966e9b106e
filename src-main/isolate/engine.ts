import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import type { Limits } from './limits.ts'
import type { IsolateTexts } from './protocol.ts'

/** What JavaScript in the engine threw. */
export class EngineError extends Error {
  override name = 'EngineError'
  readonly stackThere: string
  constructor(message: string, stackThere: string) {
    super(message)
    this.stackThere = stackThere
  }
}

/**
 * A JavaScript engine inside WebAssembly with one user's file in it: no file system, network, timers,
 * environment or host objects, for none were handed in. It lives on a thread of its own, which is ended where
 * the engine itself is brought down or hangs in native code.
 */
export interface Engine {
  describe(): string
  /** JSON text in, JSON text out. */
  begin(text: string): string
  advance(text: string): string
}

/** The engine's own guard against deep recursion, bytes; the thread's stack is far larger. */
const stackBytes = 256 * 1024

export async function loadModule(): Promise<QuickJSWASMModule> {
  return await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'))
}

/** @throws EngineError where the file does not evaluate */
export function createEngine(
  module: QuickJSWASMModule,
  texts: IsolateTexts,
  limits: Limits,
  file: string,
  code: string,
): Engine {
  const runtime = module.newRuntime()
  runtime.setMemoryLimit(limits.memoryBytes)
  runtime.setMaxStackSize(stackBytes)
  let spent = stopwatch()
  runtime.setInterruptHandler(() => spent() > limits.thinkMs)
  runtime.setModuleLoader(
    (name) =>
      name === 'stratagem'
        ? texts.vocabulary
        : { error: new Error(`a strategy may import from 'stratagem' only, not from '${name}'`) },
    (_from, name) => name,
  )
  const context = runtime.newContext()
  const guarded = <T>(work: () => T): T => {
    spent = stopwatch()
    return work()
  }
  const run = (text: string, name: string, type: 'global' | 'module') =>
    guarded(() => valueOrThrow(context, context.evalCode(text, name, { type })))
  const driver = run(texts.driver, 'driver.js', 'global')
  const vocabulary = run("export * from 'stratagem'", 'vocabulary.js', 'module')
  const user = exportsOf(context, run(code, file, 'module'))
  const call = (name: string, ...words: QuickJSHandle[]) =>
    guarded(() => {
      const method = context.getProp(driver, name)
      return valueOrThrow(context, context.callFunction(method, context.undefined, ...words))
    })
  call('load', user, vocabulary)
  const texted = (name: string) => (text: string) => {
    const given = context.newString(text)
    const answer = call(name, given)
    given.dispose()
    const said = context.getString(answer)
    answer.dispose()
    return said
  }
  return { describe: () => texted('describe')(''), begin: texted('begin'), advance: texted('advance') }
}

/** Time spent computing, ms: on a busy machine less than what the clock says, as far as the process can tell. */
function stopwatch(): () => number {
  const began = performance.now()
  const cpu = process.cpuUsage()
  return () => {
    const wall = performance.now() - began
    if (wall < 100) return 0
    const { user, system } = process.cpuUsage(cpu)
    return Math.min(wall, (user + system) / 1000)
  }
}

type Came = ReturnType<QuickJSContext['evalCode']>

function valueOrThrow(context: QuickJSContext, came: Came): QuickJSHandle {
  if (came.error === undefined) return came.value
  throw engineError(context, came.error)
}

function engineError(context: QuickJSContext, error: QuickJSHandle): EngineError {
  const text = (name: string) => {
    const handle = context.getProp(error, name)
    return context.typeof(handle) === 'string' ? context.getString(handle) : ''
  }
  if (context.typeof(error) !== 'object') return new EngineError(`it threw ${context.typeof(error)}`, '')
  return new EngineError(`${text('name')}: ${text('message')}`, text('stack'))
}

/** A module that waits for a promise has no exports yet, and nothing in the engine would ever settle it. */
function exportsOf(context: QuickJSContext, value: QuickJSHandle): QuickJSHandle {
  const state = context.getPromiseState(value)
  if (state.type === 'fulfilled') return state.value
  if (state.type === 'rejected') throw engineError(context, state.error)
  throw new EngineError('SyntaxError: a strategy has no await: it asks with steps', '')
}
