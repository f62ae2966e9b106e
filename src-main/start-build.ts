import { join } from 'node:path'
import { isBuilt } from './host/data-folder/built.js'
import { ownWork } from './processes/marks.ts'
import { runToEnd } from './processes/run-to-end.ts'

/** What the build reads. */
const sources = [
  'src-main',
  'src-shared',
  'src-renderer',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
]
/** What it writes last of each part. */
const results = [
  'out/main/desktop.js',
  'out/main/command.js',
  'out/main/start.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
]

/** Whether the build is missing or older than what it is made from. */
export const needsBuild = (root: string): boolean => !isBuilt(root, results, sources)

/** Builds the app. @returns null, or why it failed: a sentence, and below it what the build said */
export function build(root: string): Promise<string | null> {
  const program = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const asked = { program: process.execPath, args: [program, 'build', '--logLevel', 'warn'], folder: root }
  const limits = { most: mostSaid, atMost: 'keep-last' } as const
  return runToEnd({ ...asked, environment: process.env }, { kind: 'helper', owner: ownWork }, limits).then(
    ({ code, output, errors }) => (code === 0 ? null : whyNotBuilt(`${output}${errors}`)),
    (thrown: unknown) => whyNotBuilt(thrown instanceof Error ? thrown.message : String(thrown)),
  )
}

/** Bytes of what the build says that are kept. */
const mostSaid = 1_000_000

/** Native parts of the build's programs, which npm leaves out without a word where their versions of Node don't fit. */
const leftOut =
  /Cannot find native binding|Cannot find module '@(?:rolldown|oxc-[a-z]+)\/binding|lightningcss\.[\w-]+\.node/

function whyNotBuilt(said: string): string {
  const why = leftOut.test(said)
    ? 'The app can’t be built because npm has left out a part of its build tools for this system. It does so on Node.js older than 20.19 or 22.12. Run `npm ci` with a newer Node.js, then try again.'
    : /Cannot find (?:package|module)|ERR_MODULE_NOT_FOUND/.test(said)
      ? 'The app can’t be built because a package is missing or outdated. Run `npm ci`, then try again.'
      : 'The app can’t be built. If its sources were changed, the reason is below. Otherwise run `npm ci`, then try again.'
  return `${why}\n\n${said.trim()}`
}
