import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { playCalls } from '../kit/played-calls.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 })

const shell = (command: string) => ({ tool: 'shell', arguments: { command } })

test('commands get what holds no secret, are told what is kept back, and the user can allow it', async () => {
  const project = await temporaryProject({})
  const environment = {
    KEYCLOAK_URL: 'http://a',
    TOKENIZERS_PARALLELISM: 'false',
    NODE_OPTIONS: '--max-old-space-size=4096',
    GIT_AUTHOR_NAME: 'Ada',
    DB_PASSWORD: 'canary-1',
    HARMLESS: 'sk-canary-2',
    STRIPE_SECRET: 'allowed',
  }
  const { results } = await playCalls(
    await temporaryFolder(),
    project.folder,
    [shell('env'), shell('echo "$DB_PASSWORD" | wc -c')],
    { environment, args: ['--allow-variable', 'STRIPE_SECRET'] },
  )
  const [all = '', kept = ''] = results
  for (const name of ['KEYCLOAK_URL', 'TOKENIZERS_PARALLELISM', 'NODE_OPTIONS', 'GIT_AUTHOR_NAME', 'STRIPE_SECRET'])
    expect(all).toContain(`\n${name}=`)
  expect(all).not.toContain('canary')
  expect(kept).toMatch(
    /\[DB_PASSWORD is set, but kept from commands, .* Settings → Approval, or with --allow-variable\.\]/,
  )
})

test('no command waits for an editor', async () => {
  const project = await temporaryProject({ 'a.txt': 'a\n' })
  const editor = 'sleep 600; true'
  const identity = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  const { results } = await playCalls(
    await temporaryFolder(),
    project.folder,
    [
      shell('git init -q && git add a.txt && git commit'),
      shell('git commit -qm one && git commit --amend && git log --format=%s && ls .git/*.lock'),
      shell('"$VISUAL" a.txt && "$EDITOR" a.txt && echo edited'),
    ],
    { environment: { ...identity, EDITOR: editor, VISUAL: editor, GIT_EDITOR: editor } },
  )
  expect(results[0]).toMatch(/Aborting commit due to empty commit message/)
  expect(results[1]).toMatch(/\none\n/)
  expect(results[1]).toMatch(/No such file/)
  expect(results[2]).toMatch(/^edited/)
})
