import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openSnapshots, type Snapshots } from '../../src-main/workspace/snapshots/snapshots.ts'

export interface SnapshotProject {
  readonly folder: string
  readonly store: string
  readonly snapshots: Snapshots
  write(path: string, text: string | Buffer): void
  remove(path: string): void
  read(path: string): string
  /** Every file below the folder but `.git`: content, link target and "executable", by path. */
  state(): Record<string, string>
}

export function snapshotProject(files: Readonly<Record<string, string>> = {}): SnapshotProject {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'stratagem-workspace-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const [folder, store] = [join(base, 'project'), join(base, 'data', 'snapshots')]
  mkdirSync(folder)
  const project: SnapshotProject = {
    folder,
    store,
    snapshots: openSnapshots({ store, project: folder }),
    write: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    },
    remove: (path) => rmSync(join(folder, path), { recursive: true, force: true }),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    state: () => stateOf(folder),
  }
  for (const [path, text] of Object.entries(files)) project.write(path, text)
  return project
}

export function stateOf(folder: string, below = ''): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.name === '.git') continue
    if (entry.isDirectory()) Object.assign(found, stateOf(folder, path))
    else if (entry.isSymbolicLink()) found[path] = `link ${readlinkSync(join(folder, path))}`
    else if (entry.isFile()) found[path] = `${hashOf(join(folder, path))}${isExecutable(join(folder, path))}`
  }
  return found
}
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)
const isExecutable = (file: string) => ((lstatSync(file).mode & 0o100) === 0 ? '' : ' executable')

/** Every byte and time below a folder, as one text. */
export function fingerprint(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => {
      const found = lstatSync(join(folder, path))
      return `${path} ${found.mode} ${found.mtimeMs} ${found.isFile() ? hashOf(join(folder, path)) : ''}`
    })
    .join('\n')
}

/** Git as the user runs it, with a name and nothing of this machine's configuration. */
export function userGit(folder: string, ...args: string[]): string {
  const { PATH = '' } = process.env
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.org',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.org',
    },
  })
}
