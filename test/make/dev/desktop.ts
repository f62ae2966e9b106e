/**
 * `npm run dev`: the desktop app on seeded data. The window updates when its sources change; the app
 * restarts after a change in src-main. Further arguments go to electron-vite: `npm run dev -- --noSandbox`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { findElectron, whyNoDesktop } from '../../../src-main/start-desktop.ts'
import { devData } from './dev-data.ts'

const root = resolve(import.meta.dirname, '../../..')
const args = process.argv.slice(2)
const reason = args.includes('--noSandbox') ? null : whyNoDesktop()
const electron = reason === null ? await findElectron(root, console.log) : null
if (electron === null) {
  console.error(`The desktop app can't be opened: ${reason ?? "Electron can't be fetched"}. Use npm run dev:browser.`)
  process.exitCode = 1
} else {
  const { home, project } = await devData(resolve(root, '.dev'), console.log)
  const program = resolve(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const child = spawn(process.execPath, [program, 'dev', '--watch', ...args, '--', '--project', project], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, STRATAGEM_HOME: home, ELECTRON_EXEC_PATH: electron },
  })
  // Ctrl-C reaches electron-vite and the app too; this process exits after them.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = await once(child, 'exit')
  process.exitCode = typeof code === 'number' ? code : 1
}
