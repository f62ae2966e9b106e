import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { migrations } from '../../src-main/store/database/migrations.ts'
import { openDatabase } from '../../src-main/store/database/open-database.ts'
import { openStore } from '../../src-main/store/open-store.ts'
import { FailureError } from '../../src-shared/base/failure.ts'
import { temporaryFolder } from './sample-store.ts'

const first = { version: 1, sql: 'CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (7);' }
const second = { version: 2, sql: 'CREATE TABLE b (y INTEGER) STRICT;' }
const broken = { version: 3, sql: 'CREATE TABLE c (z INTEGER) STRICT; DROP TABLE absent;' }
const row = z.object({ n: z.number() })

function failureOf(work: () => unknown) {
  try {
    work()
  } catch (thrown) {
    if (thrown instanceof FailureError) return thrown.failure
    throw thrown
  }
  throw new Error('it did not fail')
}

test('migrations count up from 1 without gaps', () => {
  expect(migrations.map((each) => each.version)).toEqual(migrations.map((_, index) => index + 1))
})

test('an older database is copied, then brought up to date', () => {
  const file = join(temporaryFolder(), 'a.db')
  openDatabase(file, [first]).close()
  expect(existsSync(`${file}.version-1.backup`)).toBe(false)
  const database = openDatabase(file, [first, second])
  expect(database.get(row, 'SELECT count(*) AS n FROM b')).toEqual({ n: 0 })
  database.close()
  const copy = openDatabase(`${file}.version-1.backup`, [first])
  expect(copy.get(row, 'SELECT x AS n FROM a')).toEqual({ n: 7 })
  expect(() => copy.get(row, 'SELECT count(*) AS n FROM b')).toThrow('no such table')
  copy.close()
})

test('a migration that fails leaves the database as it was (T31)', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'a.db')
  openDatabase(file, [first]).close()
  expect(() => openDatabase(file, [first, second, broken])).toThrow('no such table')
  const database = openDatabase(file, [first])
  expect(() => database.get(row, 'SELECT count(*) AS n FROM b')).toThrow('no such table')
  expect(database.get(row, 'SELECT user_version AS n FROM pragma_user_version')).toEqual({ n: 1 })
  database.close()
  expect(readdirSync(folder).sort()).toEqual(['a.db', 'a.db.version-1.backup'])
})

test('a newer database is refused in words, and not changed (T31)', () => {
  const file = join(temporaryFolder(), 'a.db')
  openDatabase(file, [first, second]).close()
  const failure = failureOf(() => openDatabase(file, [first]))
  expect(failure.kind).toBe('store-failed')
  expect(failure.advice).toContain('Update Stratagem')
  openDatabase(file, [first, second]).close()
})

test('a file that is no database is refused in words', () => {
  const file = join(temporaryFolder(), 'a.db')
  writeFileSync(file, 'this is not a database at all, it is a letter to a friend'.repeat(100))
  expect(failureOf(() => openStore(file))).toMatchObject({
    kind: 'store-failed',
    message: expect.stringContaining('damaged'),
  })
  const folder = temporaryFolder()
  expect(failureOf(() => openStore(folder))).toMatchObject({ kind: 'store-failed' })
})

test('turns and runs of version 1 are there after version 2, unmarked and not deleted', () => {
  const file = join(temporaryFolder(), 'a.db')
  const old = openDatabase(file, migrations.slice(0, 1))
  old.exec(`INSERT INTO projects (id, folder, name, opened_at) VALUES ('proj_1', '/a', 'a', 1);
    INSERT INTO conversations (id, project_id, title, created_at, updated_at, turns) VALUES ('conv_1', 'proj_1', 'A', 1, 1, 1);
    INSERT INTO turns (id, conversation_id, parent_id, message, created_at) VALUES ('turn_1', 'conv_1', NULL, 'Go', 2);`)
  old.close()
  const store = openStore(file)
  onTestFinished(() => store.close())
  expect(store.turns.list('conv_1')).toEqual([
    { id: 'turn_1', conversationId: 'conv_1', parentId: null, message: 'Go', createdAt: 2, runs: [] },
  ])
  store.turns.remove('turn_1', 3)
  expect(store.turns.list('conv_1')).toEqual([])
  expect(existsSync(`${file}.version-1.backup`)).toBe(true)
})

const calling = {
  version: 2,
  sql: 'CREATE TRIGGER a_made AFTER INSERT ON a BEGIN SELECT later_function(NEW.x); END; CREATE TABLE b (y INTEGER) STRICT;',
}

test('what is open in an older version, when a newer one updates it, is not written any more, and says why (T31)', () => {
  const file = join(temporaryFolder(), 'a.db')
  const older = openDatabase(file, [first])
  older.run('INSERT INTO a VALUES (?)', 8)
  const newer = openDatabase(file, [first, second])
  onTestFinished(newer.close)
  const refused = {
    kind: 'store-failed',
    message: expect.stringContaining('A newer version of Stratagem has updated'),
    advice: expect.stringContaining('Quit this version and start Stratagem again'),
  }
  expect(failureOf(() => older.run('INSERT INTO a VALUES (?)', 9))).toMatchObject(refused)
  expect(failureOf(() => older.transaction(() => older.run('INSERT INTO a VALUES (?)', 9)))).toMatchObject(refused)
  expect(older.all(row, 'SELECT x AS n FROM a')).toEqual([{ n: 7 }, { n: 8 }])
  older.close()
})

test('an update between the look and the write is told as one, not as a function that is missing', () => {
  const file = join(temporaryFolder(), 'a.db')
  const older = openDatabase(file, [first])
  onTestFinished(older.close)
  openDatabase(file, [first, calling]).close()
  // As if the update came after the look: reading asks for no version.
  const failure = failureOf(() => older.all(row, 'INSERT INTO a VALUES (9) RETURNING x AS n'))
  expect(failure.message).toContain('A newer version of Stratagem has updated')
})

test('rules of version 13 allow in their project after version 14, and a damaged one stays damaged', () => {
  const file = join(temporaryFolder(), 'a.db')
  const old = openDatabase(file, migrations.slice(0, 13))
  old.run("INSERT INTO projects (id, folder, name, opened_at, listed) VALUES ('p', '/p', 'p', 1, 1)")
  const insert = 'INSERT INTO rules (id, project_id, tool, pattern, created_at) VALUES (?, ?, ?, ?, ?)'
  old.run(insert, 'whole', 'p', 'shell', 'npm test', 1)
  old.run(insert, 'damaged', 'p', 'shell', 'npm run', 2)
  old.run("UPDATE rules SET digest = 'other' WHERE id = 'damaged'")
  old.close()
  const store = openStore(file)
  expect(store.rules.list('p')).toEqual([
    { id: 'whole', projectId: 'p', tool: 'shell', pattern: 'npm test', decision: 'allow', createdAt: 1 },
  ])
  expect(store.damage.list()).toMatchObject([{ table: 'rules' }])
  store.close()
})
