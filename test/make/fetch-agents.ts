/** Fetches the agents that tests run against and that are no dependencies: `npm run fetch-agents`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { opencodeCache, opencodePackage } from '../kit/acp/opencode.ts'

mkdirSync(opencodeCache, { recursive: true })
const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--prefix', opencodeCache]
execFileSync('npm', ['install', ...options, opencodePackage], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
