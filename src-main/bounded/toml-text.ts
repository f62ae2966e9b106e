/** Characters that are read in the host's own thread: even the worst of them take less time than a thread to start. */
export const smallToml = 2000

/** Reads TOML 1.0 as plain data. @throws Error with the fault and its line */
export async function parseToml(text: string): Promise<unknown> {
  const { parse } = await import('smol-toml')
  try {
    return parse(text)
  } catch (thrown) {
    const [why = ''] = String(thrown instanceof Error ? thrown.message : thrown).split('\n')
    const line = thrown instanceof Error && 'line' in thrown ? `, in line ${String(thrown.line)}` : ''
    throw new Error(`${why.replace(/\.$/, '')}${line}`)
  }
}
