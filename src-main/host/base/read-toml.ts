export type ReadToml =
  | { readonly ok: true; readonly value: unknown }
  /** `problem`: why, in a sentence with the line. */
  | { readonly ok: false; readonly problem: string }

/** Reads TOML 1.0. Dates are `Date`s; whole numbers that no `number` holds exactly are refused. Never throws. */
export async function readToml(text: string): Promise<ReadToml> {
  // Most hosts never read one.
  const { parse } = await import('smol-toml')
  try {
    return { ok: true, value: parse(text) }
  } catch (thrown) {
    const [why = ''] = String(thrown instanceof Error ? thrown.message : thrown).split('\n')
    return { ok: false, problem: `${why.replace(/\.$/, '')}${lineOf(thrown)}.` }
  }
}

const lineOf = (thrown: unknown): string =>
  thrown instanceof Error && 'line' in thrown && typeof thrown.line === 'number' ? `, in line ${thrown.line}` : ''
