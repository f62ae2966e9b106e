import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { isExhaustive } from '../kit/project/sample.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'
import { agentPort, setUpAgent } from './kit/agents/agent-homes.ts'
import { agentProgramFile, fetchedAgents, isFetched } from './kit/agents/fetched-agents.ts'
import { offlineCommand, type Way, ways, whyNot } from './kit/agents/offline-command.ts'
import { scriptedEndpoint, scriptedText } from './kit/agents/scripted-endpoint.ts'

/** Agents whose own tool for writing is named as the scripted model expects, and asks for nothing else. */
const writing = ['opencode', 'claude', 'gemini', 'qwen', 'pi']

/** In the usual run each way once, and the one with a file of its own beside its folder on both sandboxes. */
const usual: { readonly [name: string]: readonly Way[] } = {
  opencode: ['namespaces'],
  claude: ['namespaces', 'bubblewrap'],
  pi: ['unconfined'],
}
const cases = fetchedAgents.flatMap((agent) =>
  (isExhaustive ? ways : (usual[agent.name] ?? [])).map((way) => ({ agent, name: agent.name, way })),
)

const answered = { code: 0, out: expect.stringContaining(scriptedText) }

function noteOf(way: Way, isHere: boolean): string {
  const why = isHere ? whyNot(way) : 'not fetched: npm run fetch-agents'
  return why === null ? '' : ` (skipped: ${why})`
}

describe('an agent from npm that its user has set up before', { timeout: 300_000 }, () => {
  for (const { agent, name, way } of cases) {
    const note = noteOf(way, isFetched(agent))
    test.skipIf(note !== '')(
      `${name} is started twice, ${way}, without a network, and does what its model says${note}`,
      async () => {
        const project = await temporaryProject({ 'note.txt': 'first line\n' })
        const home = await temporaryFolder()
        const data = await temporaryFolder()
        setUpAgent(name, home, data)
        const written = join(project.folder, 'made.txt')
        const endpoint = await scriptedEndpoint(() => written)
        const path = [dirname(agentProgramFile(agent)), dirname(process.execPath), process.env['PATH'] ?? '']
        const env = {
          HOME: home,
          PATH: path.join(delimiter),
          STRATAGEM_HOME: data,
          XDG_CONFIG_HOME: join(home, '.config'),
          XDG_DATA_HOME: join(home, '.local/share'),
          XDG_STATE_HOME: join(home, '.local/state'),
          XDG_CACHE_HOME: join(home, '.cache'),
        }
        const run = (task: string) => {
          const words = [
            'run',
            '--project',
            project.folder,
            '--strategy',
            `agent:${name}`,
            '--approve',
            'everything',
            task,
          ]
          return offlineCommand(way, { socket: endpoint.socket, port: agentPort }, words, env)
        }
        const first = await run('Say hello')
        expect(first, `${first.error}\n${endpoint.requests.join('\n')}`).toMatchObject(answered)
        const count = endpoint.requests.length
        expect(count).toBeGreaterThan(0)
        const second = await run('WRITE a file')
        expect(second, `${second.error}\n${endpoint.requests.join('\n')}`).toMatchObject(answered)
        expect(endpoint.requests.length).toBeGreaterThan(count)
        if (writing.includes(name)) expect(existsSync(written) && readFileSync(written, 'utf8')).toBe('made\n')
      },
    )
  }
})
