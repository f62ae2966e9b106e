import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
  Scope,
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
 * environment or host objects, since none are passed in. It runs on the thread of its run, which is ended if
 * the engine itself crashes or hangs in native code.
 */
export interface Engine {
  describe(): string
  /** JSON text in, JSON text out. */
  begin(text: string): string
  advance(text: string): string
  /** Frees its memory. */
  dispose(): void
}

/** The engine's own guard against deep recursion, bytes; the thread's stack is far larger. */
const stackBytes = 256 * 1024

/** Bytes of a WebAssembly memory page. */
const pageBytes = 2 ** 16
/** The initial memory that the module requires, including its own stack. */
const ownPages = 256

/**
 * The engine's own memory limit does not include typed arrays. So the WebAssembly memory itself is limited, and what
 * does not fit is an error in the engine like any other.
 * @param wasmModule the engine's compiled code
 */
export async function loadModule(wasmModule: WebAssembly.Module, { memoryBytes }: Limits): Promise<QuickJSWASMModule> {
  const maximum = ownPages + Math.ceil(memoryBytes / pageBytes)
  const wasmMemory = new WebAssembly.Memory({ initial: ownPages, maximum })
  const { default: variant } = await import('@jitl/quickjs-wasmfile-release-sync')
  return await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory, wasmModule }))
}

/** @throws EngineError if the file does not evaluate */
export function createEngine(
  module: QuickJSWASMModule,
  texts: IsolateTexts,
  limits: Limits,
  file: string,
  code: string,
): Engine {
  const held = new Scope()
  try {
    return engineIn(held, module, texts, limits, file, code)
  } catch (error) {
    held.dispose()
    throw error
  }
}

/** Everything that lives in the engine is `held`, and released in reverse order. */
function engineIn(
  held: Scope,
  module: QuickJSWASMModule,
  texts: IsolateTexts,
  limits: Limits,
  file: string,
  code: string,
): Engine {
  const runtime = held.manage(module.newRuntime())
  runtime.setMemoryLimit(limits.memoryBytes)
  runtime.setMaxStackSize(stackBytes)
  let elapsed = stopwatch()
  runtime.setInterruptHandler(() => elapsed() > limits.thinkMs)
  runtime.setModuleLoader(
    (name) =>
      name === 'stratagem'
        ? texts.vocabulary
        : { error: new Error(`a strategy may import from 'stratagem' only, not from '${name}'`) },
    (_from, name) => name,
  )
  const context = held.manage(runtime.newContext())
  const guarded = <T>(work: () => T): T => {
    elapsed = stopwatch()
    return work()
  }
  const run = (text: string, name: string, type: 'global' | 'module') =>
    guarded(() => held.manage(valueOrThrow(context, context.evalCode(text, name, { type }))))
  const driver = run(texts.driver, 'driver.js', 'global')
  const vocabulary = run("export * from 'stratagem'", 'vocabulary.js', 'module')
  const user = exportsOf(context, run(code, file, 'module'), held)
  const call = (scope: Scope, name: string, ...words: QuickJSHandle[]) =>
    guarded(() => {
      const method = scope.manage(context.getProp(driver, name))
      return scope.manage(valueOrThrow(context, context.callFunction(method, context.undefined, ...words)))
    })
  Scope.withScope((scope) => call(scope, 'load', user, vocabulary))
  const texted = (name: string) => (text: string) =>
    Scope.withScope((scope) => context.getString(call(scope, name, scope.manage(context.newString(text)))))
  return {
    describe: () => texted('describe')(''),
    begin: texted('begin'),
    advance: texted('advance'),
    dispose: () => held.dispose(),
  }
}

/** CPU time, ms: on a busy machine less than wall time, as far as the process can tell. */
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

type Evaluated = ReturnType<QuickJSContext['evalCode']>

function valueOrThrow(context: QuickJSContext, evaluated: Evaluated): QuickJSHandle {
  if (evaluated.error === undefined) return evaluated.value
  throw evaluated.error.consume((error) => engineError(context, error))
}

function engineError(context: QuickJSContext, error: QuickJSHandle): EngineError {
  const text = (name: string) =>
    context.getProp(error, name).consume((each) => (context.typeof(each) === 'string' ? context.getString(each) : ''))
  if (context.typeof(error) !== 'object') return new EngineError(`it threw ${context.typeof(error)}`, '')
  return new EngineError(`${text('name')}: ${text('message')}`, text('stack'))
}

/** A module that awaits a promise has no exports yet, and nothing in the engine would ever settle it. */
function exportsOf(context: QuickJSContext, value: QuickJSHandle, held: Scope): QuickJSHandle {
  const state = context.getPromiseState(value)
  if (state.type === 'fulfilled') return state.notAPromise ? value : held.manage(state.value)
  if (state.type === 'rejected') throw engineError(context, held.manage(state.error))
  throw new EngineError('SyntaxError: a strategy has no await: it asks with steps', '')
}
