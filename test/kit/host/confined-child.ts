/**
 * A child process that runs commands one after the other, confined by a known sandbox, and prints their output.
 * Arguments: the sandbox's name, the confinement as JSON, the commands; one that begins with `!` runs unconfined.
 */
import { spawnSync } from 'node:child_process'
import { allSandboxes, anywhere, confinementIn } from './sandboxes.ts'

const [name = '', sandboxJson = '{}', ...commands] = process.argv.slice(2)
const sandbox = allSandboxes.find((each) => each.name === name)?.sandbox
if (sandbox === null || sandbox === undefined) throw new Error(`${name} is not on this system.`)
for (const command of commands) {
  const { confine } = await confinementIn(sandbox, { ...anywhere, ...JSON.parse(sandboxJson) })()
  const start = (words: string[]) =>
    command.startsWith('!') ? { program: '/bin/sh', args: words } : confine('/bin/sh', words)
  const { program, args } = start(['-c', command.replace(/^!/, '')])
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  process.stdout.write(stdout)
  process.stderr.write(stderr)
}
