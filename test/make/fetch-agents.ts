/**
 * Fetches agents that tests run against and that are no dependencies: `npm run fetch-agents` those of the usual tests,
 * `npm run fetch-agents -- all`, or `-- codex kimi` by name.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { agentFolder, fetchedAgent, fetchedAgents, isFetched } from '../real/kit/agents/fetched-agents.ts'

const words = process.argv.slice(2)
const wanted = words.includes('all')
  ? fetchedAgents
  : words.length > 0
    ? words.map(fetchedAgent)
    : fetchedAgents.filter(({ isUsual }) => isUsual)
const missing = wanted.filter((agent) => !isFetched(agent))
console.log(
  wanted.map((agent) => `${agent.name}: ${agent.size} MB${isFetched(agent) ? ', here already' : ''}`).join('\n'),
)

const failed: string[] = []
for (const agent of missing) {
  const folder = agentFolder(agent)
  const half = `${folder}.${process.pid}.tmp`
  mkdirSync(half, { recursive: true })
  const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--prefer-offline', '--prefix', half]
  try {
    execFileSync('npm', ['install', ...options, ...agent.packages], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    rmSync(folder, { recursive: true, force: true })
    renameSync(half, folder)
  } catch (thrown) {
    failed.push(`${agent.name} can't be fetched: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    rmSync(half, { recursive: true, force: true })
  }
}
for (const each of failed) console.error(each)
process.exitCode = failed.length === 0 ? 0 : 1
