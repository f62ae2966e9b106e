import { z } from 'zod'

export type Stripped =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly message: string; readonly line: number }

const swcError = z.object({ message: z.string(), startLine: z.number().default(0) })

/** TypeScript to JavaScript by erasing the types: line numbers stay the same. */
export async function stripTypes(text: string): Promise<Stripped> {
  try {
    // A large WebAssembly module: only a thread that compiles a file loads it.
    const { transformSync } = await import('amaro')
    return { ok: true, code: String(transformSync(text, { mode: 'strip-only' }).code) }
  } catch (thrown) {
    const known = swcError.safeParse(thrown)
    if (!known.success) return { ok: false, message: String(thrown), line: 0 }
    return { ok: false, message: known.data.message, line: known.data.startLine }
  }
}
