import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openStore } from '../../src-main/store/open-store.ts'
import { command } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 })

const push = { tool: 'git', arguments: { args: ['push', '--force', 'origin', 'HEAD:main'] } }
const shell = (line: string) => ({ tool: 'shell', arguments: { command: line } })
/** The same push in spellings that models use. */
const spellings = [
  'git push origin HEAD:main',
  'timeout 60 git push origin HEAD:main',
  'if true; then git -C . push origin HEAD:main; fi',
  'bash -lc "git push origin HEAD:main"',
  '"$(command -v git)" push origin HEAD:main',
  'echo HEAD:main | xargs git push origin',
]

/** A repository that can push to another one inside of it, and what was pushed there. */
async function pushable() {
  const project = await temporaryProject({ 'a.txt': 'a\n', '.gitignore': 'remote.git\n' })
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  git(project.folder, 'init', '-q')
  git(project.folder, 'add', '-A')
  git(project.folder, 'commit', '-qm', 'start')
  git(project.folder, 'init', '-q', '--bare', 'remote.git')
  git(project.folder, 'remote', 'add', 'origin', './remote.git')
  return { project, pushed: () => git(join(project.folder, 'remote.git'), 'branch', '--list') }
}

/** The results of the calls that the model makes, all in one answer, where everything is allowed. */
async function resultsOf(home: string, folder: string, calls: readonly { tool: string; arguments: unknown }[]) {
  const server = await hostModelServer((_asked, turn) => (turn === 0 ? { calls } : { text: 'Done.' }))
  const args = [
    'run',
    '--project',
    folder,
    '--base-url',
    server.url,
    '--model',
    'm',
    '--approve',
    'everything',
    'Push.',
  ]
  const { code, error } = await command(home, args, { OPENAI_API_KEY: 'k' })
  const results = (server.requests[1]?.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => String(content))
  return { code, error, results }
}

function saveRule(home: string, pattern: string, decision: 'deny' | 'ask' | 'allow', tool = 'shell') {
  const store = openStore(join(home, 'stratagem.db'))
  store.rules.save({ id: `rule_${pattern.length}`, projectId: null, tool, pattern, decision, createdAt: 1 })
  store.close()
}

test('a rule that denies pushing holds in every usual spelling, and for the git tool', async () => {
  const home = await temporaryFolder()
  const { project, pushed } = await pushable()
  saveRule(home, 'git push *', 'deny')
  const { results } = await resultsOf(home, project.folder, [...spellings.map(shell), push])
  expect(results).toHaveLength(spellings.length + 1)
  // What only the run would show is asked about, and here nobody can be asked.
  for (const [at, result] of results.entries())
    expect(result, spellings[at] ?? 'the git tool').toMatch(/rule “git push \*” denies this|nobody can give it/)
  expect(pushed()).toBe('')
})

test('a rule that asks about pushing asks about the git tool too', async () => {
  const home = await temporaryFolder()
  const { project, pushed } = await pushable()
  saveRule(home, 'git push *', 'ask')
  const { results } = await resultsOf(home, project.folder, [push])
  expect(results[0]).toContain('needs approval, and nobody can give it now')
  expect(pushed()).toBe('')
})

test('a rule for edits holds for what a command writes', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({ 'migrations/1.sql': 'one\n' })
  saveRule(home, 'migrations/**', 'deny', 'edit_file')
  const lines = [
    'echo x > migrations/2.sql',
    'cd migrations && rm 1.sql',
    'sh -c "cp migrations/1.sql migrations/3.sql"',
    'cat migrations/1.sql',
  ]
  const { results } = await resultsOf(home, project.folder, lines.map(shell))
  expect(results.map((result) => /denies this/.test(result))).toEqual([true, true, true, false])
  expect(results[3]).toContain('one')
  expect(await project.read('migrations/1.sql')).toBe('one\n')
  expect(existsSync(project.at('migrations/2.sql'))).toBe(false)
})

test('the guide’s hook against pushing refuses the git tool and wrapped commands', async () => {
  const home = await temporaryFolder()
  const { project, pushed } = await pushable()
  const hook = { event: 'before-tool', tool: 'shell', pattern: 'git push *', command: "echo 'Ask first.'; exit 2" }
  await project.write('.stratagem/hooks.json', JSON.stringify({ hooks: [hook] }))
  await command(home, ['trust', '--project', project.folder, '--yes'])
  const { results } = await resultsOf(home, project.folder, [
    ...spellings.map(shell),
    push,
    shell('git log -1 --format=%s'),
  ])
  expect(results.slice(0, -1).filter((result) => !result.includes('Ask first.'))).toEqual([])
  expect(results.at(-1)).toContain('start')
  expect(pushed()).toBe('')
})
