import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { newTestConversation, openTestHost, resources, runToEnd, temporaryFolder } from '../../kit/host/host-open.ts'
import { sampleOf } from '../../kit/project/sample.ts'

/** A small fault, planted in the sample project beside or in place of its own. */
interface Fault {
  readonly name: string
  readonly file: string
  readonly right: string
  readonly wrong: string
}

const itsOwn: Fault = {
  name: 'its own fault',
  file: 'src/cart.js',
  right: 'before >= discountFrom',
  wrong: 'before > discountFrom',
}
const others: readonly Fault[] = [
  {
    name: 'a swapped subtraction',
    file: 'src/stock.js',
    right: 'item.onHand - item.reserved',
    wrong: 'item.reserved - item.onHand',
  },
  { name: 'an assignment for a sum', file: 'src/cart.js', right: 'sum += line.price', wrong: 'sum = line.price' },
  { name: 'a wrong padding', file: 'src/money.js', right: ".padStart(2, '0')", wrong: ".padEnd(2, '0')" },
]

/** The sample project in a folder of its own, with one fault and no other. */
async function sampleWith(fault: Fault): Promise<string> {
  const folder = await temporaryFolder()
  await cp(path.join(resources, 'sample-project'), folder, { recursive: true })
  await replace(folder, { ...itsOwn, wrong: itsOwn.right, right: itsOwn.wrong })
  await replace(folder, fault)
  expect(check(folder)).toBe(false)
  return folder
}

async function replace(folder: string, { file, right, wrong }: Fault): Promise<void> {
  const at = path.join(folder, file)
  const text = await readFile(at, 'utf8')
  expect(text).toContain(right)
  await writeFile(at, text.replace(right, wrong))
}

/** Whether the project's own tests pass, asked of node itself. */
function check(folder: string): boolean {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  try {
    execFileSync(process.execPath, ['--test'], { cwd: folder, stdio: 'ignore', env })
    return true
  } catch {
    return false
  }
}

describe('the demo model', { timeout: 120_000 }, () => {
  it.each(sampleOf([itsOwn, ...others], 1, (fault) => fault === itsOwn))(
    'finds and fixes $name with the tool loop',
    async (fault) => {
      const folder = await sampleWith(fault)
      const host = await openTestHost()
      const { message } = await newTestConversation(host, folder, null)
      const run = await runToEnd(host, message('Fix the failing test'))
      expect(run.status).toBe('completed')
      expect(run.text).toContain('exits with 0')
      expect(check(folder)).toBe(true)
    },
  )

  it('says only what it did: asked once more, it runs the check and claims no repair', async () => {
    const folder = await sampleWith(itsOwn)
    const host = await openTestHost()
    const { message } = await newTestConversation(host, folder, null)
    const first = await runToEnd(host, message('Fix the failing test'))
    const again = await runToEnd(host, message('Fix it again', { parentId: first.turnId }))
    expect(again.totals.toolCalls).toBeGreaterThan(0)
    expect(again.text).toContain('changed nothing this time')
    expect(first.text).toContain('I fixed what made the test')
    expect(again.text).not.toContain('I fixed what made')
    expect(again.changes?.files).toBe(0)
  })

  it.each(sampleOf([itsOwn, others[0]], 1))(
    'plans, evaluates and fixes it with plan-revise-execute: %j',
    async (fault) => {
      const folder = await sampleWith(fault ?? itsOwn)
      const host = await openTestHost()
      const { message } = await newTestConversation(host, folder, null)
      const strategy = { name: 'plan-revise-execute', options: {} }
      const run = await runToEnd(host, message('Please repair what is broken here', { strategy }))
      expect(run.status).toBe('completed')
      expect(check(folder)).toBe(true)
    },
  )

  it('says so where nothing is broken, and changes nothing', async () => {
    const folder = await sampleWith(itsOwn)
    await replace(folder, { ...itsOwn, wrong: itsOwn.right, right: itsOwn.wrong })
    const host = await openTestHost()
    const { message } = await newTestConversation(host, folder, null)
    const run = await runToEnd(host, message('Fix the failing test'))
    expect(run.text).toContain('nothing to fix')
    expect(run.changes?.files).toBe(0)
  })

  it('puts everything back where no small edit helps', async () => {
    const folder = await temporaryFolder()
    const wrong = "export const greeting = (name) => (name === '' ? 'nobody' : name)\n"
    const files = {
      'package.json': '{ "type": "module", "scripts": { "test": "node test/check.js" } }\n',
      'src/greeting.js': wrong,
      'test/check.js': `import { greeting } from '../src/greeting.js'\nif (greeting('Ada') !== 'Hello, Ada') throw new Error('no greeting')\n`,
    }
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), text)
    }
    const host = await openTestHost()
    const { message } = await newTestConversation(host, folder, null)
    const run = await runToEnd(host, message('Fix the failing test'))
    expect(run.status).toBe('completed')
    expect(run.text).toContain('none of them')
    expect(await readFile(path.join(folder, 'src/greeting.js'), 'utf8')).toBe(wrong)
  })

  it('reads the folder it is given and tells what is in it', async () => {
    const folder = await sampleWith(itsOwn)
    const host = await openTestHost()
    const { message } = await newTestConversation(host, folder, null)
    const run = await runToEnd(host, message('What is in this project?', { mode: 'plan' }))
    expect(run.text).toContain('parseCents')
    expect(run.changes?.files).toBe(0)
  })

  it('stops where it is not let through, and says so', async () => {
    const folder = await sampleWith(itsOwn)
    const host = await openTestHost()
    const { message } = await newTestConversation(host, folder, null)
    const run = await runToEnd(host, message('Fix the failing test', { approval: 'read-only' }))
    expect(run.status).toBe('completed')
    expect(run.text).toContain('I may only read here')
    expect(check(folder)).toBe(false)
  })
})
