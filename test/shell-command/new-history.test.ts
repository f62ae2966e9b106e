import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../kit/host/host-command.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'

test('a database that is empty or gone beside snapshots is no new history until the user says so (T40)', async () => {
  for (const lose of ['empty', 'gone'] as const) {
    const home = await temporaryFolder()
    const agent = (...args: string[]) => command(home, args)
    expect((await agent('list')).code).toBe(0)
    expect((await agent('new-history')).code).toBe(1)
    const [database, snapshot, copy] = [
      join(home, 'stratagem.db'),
      join(home, 'snapshots', 'proj_1'),
      join(home, 'copies', 'work_1'),
    ]
    for (const folder of [snapshot, copy]) mkdirSync(folder, { recursive: true })
    writeFileSync(join(copy, 'note.txt'), 'of the user')
    writeFileSync(`${database}.version-3.backup`, 'older')
    if (lose === 'empty') truncateSync(database)
    else rmSync(database)

    for (const args of [['list'], ['run', '--base-url', 'http://127.0.0.1:1', '--model', 'm', 'go']]) {
      const refused = await agent(...args)
      expect(refused.code).toBe(1)
      expect(refused.error).toMatch(/conversations are missing.*version-3\.backup.*new-history/)
    }
    expect([existsSync(snapshot), existsSync(join(copy, 'note.txt'))]).toEqual([true, true])

    const begun = await agent('new-history')
    expect(begun.code).toBe(0)
    expect(readdirSync(begun.out.trim()).toSorted()).toEqual(
      lose === 'empty' ? ['copies', 'snapshots', 'stratagem.db'] : ['copies', 'snapshots'],
    )
    expect(await agent('list')).toMatchObject({ code: 0, out: '' })
    expect(existsSync(join(begun.out.trim(), 'copies', 'work_1', 'note.txt'))).toBe(true)
  }
}, 120_000)
