import { createRequire } from 'node:module'
import { z } from 'zod'

const require = createRequire(import.meta.url)

export type Stripped =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly message: string; readonly line: number }

const swcError = z.object({ message: z.string(), startLine: z.number().default(0) })

/** TypeScript to JavaScript by taking the types away: every line stays where it was. */
export function stripTypes(text: string): Stripped {
  try {
    // A large wasm module, and CommonJS: only a thread that reads a file loads it.
    const { transformSync } = require('amaro')
    return { ok: true, code: String(transformSync(text, { mode: 'strip-only' }).code) }
  } catch (thrown) {
    const known = swcError.safeParse(thrown)
    if (!known.success) return { ok: false, message: String(thrown), line: 0 }
    return { ok: false, message: known.data.message, line: known.data.startLine }
  }
}
