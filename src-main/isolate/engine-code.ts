import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const file = '@jitl/quickjs-wasmfile-release-sync/wasm'

let code: WebAssembly.Module | null = null

/**
 * The compiled code of the engine. All threads share it, so that it is compiled and optimized once per process, not
 * again by each thread. Each thread has its own memory.
 */
export function engineCode(): WebAssembly.Module {
  code ??= new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve(file)))
  return code
}
