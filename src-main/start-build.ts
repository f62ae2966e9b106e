import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from './host/data-folder/built.js'

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
const results = ['out/main/desktop.js', 'out/main/command.js', 'out/preload/preload.cjs', 'out/renderer/index.html']

/** Whether the build is missing or older than what it is made from. */
export const needsBuild = (root: string): boolean => !isBuilt(root, results, sources)

/** Builds the app. @returns whether it worked; what went wrong was printed */
export function build(root: string): Promise<boolean> {
  const program = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const child = spawn(process.execPath, [program, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}
