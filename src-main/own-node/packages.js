export const missingPackages = 'Packages of Stratagem are missing or outdated. Run `npm ci`, then try again.'

/**
 * Starts a program. If packages are missing, as after a pull, it fails with a sentence and not with a stack trace.
 * @param {() => Promise<unknown>} program
 */
export async function withPackages(program) {
  try {
    await program()
  } catch (thrown) {
    const { message = '' } = thrown instanceof Error ? thrown : {}
    if (!/^Cannot find package /.test(message)) throw thrown
    process.stderr.write(`${missingPackages}\n`)
    process.exitCode = 1
  }
}
