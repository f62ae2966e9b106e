import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { snapshotProject } from './snapshot-project.ts'

const program = fileURLToPath(new URL('./restoring-process.ts', import.meta.url))
/** Nothing is refused to root: there the restoring is done as nobody, who need not be able to enter this folder. */
const nobody = process.getuid?.() === 0 ? 65_534 : null

test.skipIf(process.platform === 'win32')(
  'a file that may not be written stays and is named; the others are restored, and the way back is told',
  async () => {
    const project = snapshotProject({ 'a.txt': 'old', 'closed/b.txt': 'old', 'closed/kept.txt': 'old', 'z.txt': 'old' })
    const old = await project.snapshots.snapshot()
    for (const path of ['a.txt', 'closed/b.txt', 'z.txt', 'closed/new.txt']) project.write(path, 'new')
    const now = await project.snapshots.snapshot()
    project.snapshots.close()
    if (nobody !== null) giveAll(dirname(project.folder), nobody)
    chmodSync(join(project.folder, 'closed'), 0o555)

    const user = nobody === null ? [] : [String(nobody)]
    const args = [program, project.store, project.folder, old.id, ...user]
    const output = execFileSync(process.execPath, args, { encoding: 'utf8', cwd: dirname(project.folder) })
    const why = expect.stringContaining('no permission')
    expect(JSON.parse(output)).toMatchObject({
      undo: now.id,
      written: ['a.txt', 'z.txt'],
      removed: [],
      refused: [
        { path: 'closed/b.txt', why },
        { path: 'closed/new.txt', why },
      ],
    })
  },
)

function giveAll(folder: string, owner: number): void {
  chownSync(folder, owner, owner)
  for (const { parentPath, name } of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chownSync(join(parentPath, name), owner, owner)
}
