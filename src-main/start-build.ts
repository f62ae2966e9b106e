import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

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
const results = ['out/main/desktop.js', 'out/preload/preload.cjs', 'out/renderer/index.html']

/** Whether the build is missing or older than what it is made from. */
export function needsBuild(root: string): boolean {
  const built = results.map((each) => join(root, each))
  if (!built.every((each) => existsSync(each))) return true
  const oldest = Math.min(...built.map((each) => statSync(each).mtimeMs))
  return sources.some((each) => newestIn(join(root, each)) > oldest)
}

function newestIn(path: string): number {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (facts === undefined) return 0
  if (!facts.isDirectory()) return facts.mtimeMs
  return Math.max(facts.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

/** Builds the app. @returns whether it worked; what went wrong was printed */
export function build(root: string): Promise<boolean> {
  const program = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const child = spawn(process.execPath, [program, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}
