import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** Builds the app once before the tests that drive it. */
export default function buildApp(): void {
  const root = path.resolve(import.meta.dirname, '../../..')
  const windows = process.platform === 'win32'
  const builder = path.join(root, 'node_modules', '.bin', 'electron-vite')
  const done = spawnSync(builder, ['build'], { cwd: root, encoding: 'utf8', shell: windows })
  if (done.status !== 0) throw new Error(`the build failed:\n${done.stdout}${done.stderr}`)
}
