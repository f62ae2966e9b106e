import { lstatSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { projectGit } from '../../src-main/host/workspaces/project-git-port.ts'
import type { CommandPlace, Sandbox } from '../../src-main/sandbox/sandbox.ts'
import type { CallRun } from '../../src-main/tools/tool.ts'
import { guardFiles } from '../../src-main/workspace/guard/guarded-files.ts'
import { anywhere, confinementIn } from '../kit/host/sandboxes.ts'
import { folderHash } from '../kit/project/folder-hash.ts'
import { readFreely } from '../kit/project/read-git.ts'
import { toolBench } from '../tools/tool-kit.ts'

/** Everything a command could want to write to: the user's project and home, the app's data, and another lane. */
export interface EscapeWorld {
  /** Where commands run. */
  readonly workspace: string
  /** Folders of others; each has `file.txt`, `run.sh` and `.git/hooks`. */
  readonly others: readonly string[]
  /** A socket outside; whoever connects is counted. */
  readonly socket: string
  knocks(): number
  shell(command: string): Promise<CallRun>
  git(...args: string[]): Promise<CallRun>
  /** Of all that is outside. */
  hash(): string
}

async function folderIn(parent: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(parent, '.stratagem-test-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function fill(folder: string): Promise<string> {
  await mkdir(join(folder, '.git/hooks'), { recursive: true })
  await writeFile(join(folder, '.git/config'), '[core]\n')
  await writeFile(join(folder, 'file.txt'), 'as it was\n')
  await writeFile(join(folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
  return folder
}

/**
 * @param sandbox null: nothing confines, so that the attempts themselves can be tried
 * @param where a lane's copy within the app's data, or the user's own project within the temporary folder
 */
export async function escapeWorld(sandbox: Sandbox | null, where: 'lane' | 'project'): Promise<EscapeWorld> {
  const top = await folderIn(tmpdir())
  // The home that commands see, with the caches they may write, is one of the test's own.
  const home = await folderIn(userInfo().homedir)
  vi.stubEnv('HOME', home)
  onTestFinished(() => void vi.unstubAllEnvs())
  const project = await fill(join(top, 'deep/down/project'))
  const data = await fill(join(top, 'data'))
  const lane = await fill(join(data, 'copies/a/files/project'))
  const otherLane = await fill(join(data, 'copies/b/files/project'))
  const workspace = where === 'lane' ? lane : project
  const socket = join(home, 'docker.sock')
  const place: CommandPlace =
    where === 'lane'
      ? { ...anywhere, workspace, temporary: join(data, 'copies/a/temporary'), readable: [project], hidden: [data] }
      : { ...anywhere, workspace, hidden: [data] }
  const bench = await toolBench(
    {},
    {
      files: await guardFiles(workspace),
      git: projectGit(workspace, readFreely()),
      ...(sandbox && { confinement: confinementIn(sandbox, place, { DOCKER_HOST: `unix://${socket}` }) }),
    },
  )
  const knocks = await listenAt(socket)
  const outside = where === 'lane' ? [project, otherLane, await fill(home)] : [otherLane, await fill(home)]
  const rest = ['file.txt', 'run.sh', '.git', 'copies/b'].map((name) => join(data, name))
  return {
    workspace,
    others: [...outside, data],
    socket,
    knocks,
    shell: (command) => bench.run('shell', { command, timeout_seconds: 60 }),
    git: (...args) => bench.run('git', { args }),
    hash: () => [...outside, ...rest].map(hashOf).join(' '),
  }
}

/** Of a folder, or of the bytes of a file. */
function hashOf(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 'gone'
  return found.isDirectory() ? folderHash(path) : `${found.mode} ${readFileSync(path, 'base64')}`
}

async function listenAt(socket: string): Promise<() => number> {
  let count = 0
  const server = createServer((knock) => {
    count++
    knock.end()
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  onTestFinished(() => void server.close())
  return () => count
}
