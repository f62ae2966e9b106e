import type { commitRequests } from '../../../src-shared/api/commit-requests.ts'
import type { Method, Params, Result } from '../../../src-shared/api/host-api.ts'
import type { viewingRequests } from '../../../src-shared/api/viewing-requests.ts'
import type { FakeWorld } from './fake-world.ts'

type Answered = keyof typeof viewingRequests | keyof typeof commitRequests

/** The fake host's replies about viewing and committing files. */
export const viewingAnswers: { [M in Answered & Method]: (params: Params<M>, world: FakeWorld) => Result<M> } = {
  'files-known': ({ paths }) => paths.map((path) => (path.startsWith('src/') ? path : null)),
  'file-read': ({ path }) => ({
    path,
    size: 90,
    text: '/** The rate of a country, as a part of one. */\nexport function rateOf(country) {\n  return 0\n}\n',
    cut: false,
    encoding: 'utf-8',
  }),
  'file-open': () => ({ editor: 'VS Code', address: null }),
  'file-reveal': () => null,
  'file-path': ({ path }) => `/home/ada/invoice-service/${path}`,
  'editors-list': () => ({
    presets: [
      { preset: 'vscode', name: 'VS Code', found: true },
      { preset: 'zed', name: 'Zed', found: false },
    ],
    detected: 'vscode',
  }),
  'git-state': () => ({ kind: 'none' }),
  'git-stage': () => ({ kind: 'none' }),
  'git-commit': ({ message }) => ({
    commit: 'c'.repeat(40),
    subject: message,
    branch: 'main',
    replaced: null,
    undoable: true,
  }),
  'git-hunks': () => ({ unstaged: [], staged: [] }),
  'git-stage-hunk': () => ({ kind: 'none' }),
  'git-newest': () => null,
  'git-uncommit': () => null,
  'git-branch': () => null,
  'commit-propose': () => ({ message: 'Round totals once', branch: 'round-totals', by: 'Demo' }),
  'editor-test': () => ({ editor: 'VS Code', address: null }),
}
