/**
 * Fetches what tests run against and is no dependency: agents, and other versions of Node and npm. `npm run
 * fetch-agents` those of the usual tests, `npm run fetch-agents -- all`, or `-- codex kimi` agents by name.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { agentFolder, fetchedAgent, fetchedAgents, isFetched } from '../real/kit/agents/fetched-agents.ts'
import { fetchTool, setUpTools } from '../real/kit/set-up/tools-from-npm.ts'

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
if (words.length === 0 || words.includes('all'))
  for (const tool of setUpTools(words.includes('all'))) {
    await fetchTool(tool).catch((thrown: unknown) => failed.push(`${tool} can't be fetched: ${String(thrown)}`))
  }
for (const each of failed) console.error(each)
process.exitCode = failed.length === 0 ? 0 : 1
