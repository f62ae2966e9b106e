/**
 * Starts a program. If packages are missing, as after a pull, it fails with a sentence and not with a stack trace. It is
 * JavaScript, because a Node that is not the project's own may not read TypeScript.
 * @param {() => Promise<unknown>} program
 */
export async function withPackages(program) {
  try {
    await program()
  } catch (thrown) {
    const { code = '', message = '' } = thrown instanceof Error ? thrown : {}
    const missing = code === 'ERR_UNKNOWN_FILE_EXTENSION' || /^Cannot find package /.test(message)
    if (!missing) throw thrown
    console.error('Packages of Stratagem are missing or outdated. Run `npm ci`, then try again.')
    process.exitCode = 1
  }
}
