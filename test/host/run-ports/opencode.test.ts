import { describe, expect, test } from 'vitest'
import { hasOpencode, opencodeNote, opencodeProject } from '../../kit/acp/opencode.ts'
import { command, startCommand } from '../../kit/host/host-command.ts'
import { hostModelServer, type ScriptedAnswer } from '../../kit/host/host-model-server.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'

type Asked = Parameters<Parameters<typeof hostModelServer>[0]>[0]

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content ?? ''))
const resultsIn = ({ messages }: Asked): number => messages.filter(({ role }) => role === 'tool').length
/** The folder that opencode works in, as it tells its model. */
const folderIn = ({ messages }: Asked): string =>
  /orking directory: ([^\n"\\]+)/.exec(textOf(messages[0]?.content))?.[1] ?? 'nowhere'

/** Reads the note, edits it, and is done; `hold` keeps the model at the edit. */
function notesModel(hold: () => Promise<unknown> | null = () => null): (asked: Asked) => ScriptedAnswer {
  return (asked) => {
    if ((asked.tools ?? []).length === 0) return { text: 'A title' }
    const filePath = `${folderIn(asked)}/note.txt`
    const waits = hold()
    if (resultsIn(asked) === 0) return { text: 'I read it.', calls: [{ tool: 'read', arguments: { filePath } }] }
    if (waits !== null) return { text: 'Word by word by word.', until: waits }
    if (resultsIn(asked) > 1) return { text: 'All is done.' }
    const change = { filePath, oldString: 'first', newString: 'second' }
    return { text: 'I edit it.', calls: [{ tool: 'edit', arguments: change }] }
  }
}

async function world(hold?: () => Promise<unknown> | null) {
  const server = await hostModelServer(notesModel(hold))
  const { project, environment } = await opencodeProject(server.url)
  const home = await temporaryFolder()
  const where = ['--project', project.folder]
  const run = (...args: readonly string[]) => command(home, args, environment)
  const ids = async () =>
    (await run('list', ...where)).out
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
  return { server, project, environment, home, where, run, ids }
}
const agent = ['--strategy', 'agent:opencode', '--approve', 'everything']
const check = "node -e \"process.exit(require('fs').readFileSync('note.txt','utf8').startsWith('second')?0:1)\""

describe.skipIf(!hasOpencode)(`opencode by the Agent Client Protocol${opencodeNote}`, { timeout: 180_000 }, () => {
  test('works in the project, in one session for a conversation, and a replay starts no agent', async () => {
    const { server, project, where, run, ids } = await world()
    expect(await run('run', ...where, ...agent, 'Change the note')).toMatchObject({ code: 0, out: 'All is done.\n' })
    expect(await project.read('note.txt')).toBe('second line\n')
    const [[id = ''] = []] = await ids()
    const shown = (await run('show', id)).out
    expect(shown).toMatch(/✓ read .*note\.txt/)
    expect(shown).toMatch(/✓ edit .*note\.txt: \+1 −1/)
    const before = server.requests.length
    expect((await run('replay', id, '--verify')).out).toMatch(/^equal: /)
    expect(server.requests).toHaveLength(before)
    expect(await run('run', ...where, '--continue', '--approve', 'everything', 'And now?')).toMatchObject({ code: 0 })
    const said = server.requests
      .at(-1)
      ?.messages.flatMap(({ role, content }) => (role === 'user' ? [textOf(content)] : []))
    expect(said?.join('\n')).toMatch(/Change the note[\s\S]*And now\?/)
  })

  test('works with the model and mode that are chosen, and is sent nothing if it does not take them', async () => {
    const { server, project, where, run } = await world()
    const chosen = [...where, ...agent, '--model', 'scripted/n']
    expect(await run('run', ...chosen, 'Change the note')).toMatchObject({ code: 0 })
    const works = server.requests.filter(({ tools }) => (tools ?? []).length > 0)
    expect(new Set(works.map(({ model }) => model))).toEqual(new Set(['n']))
    expect(await project.read('note.txt')).toBe('second line\n')
    await run('run', ...chosen, '--set', 'mode=plan', 'Change the note')
    expect(JSON.stringify(server.requests.at(-1)?.messages)).toMatch(/plan mode/i)
    const count = server.requests.length
    const refused = await run('run', ...where, ...agent, '--model', 'scripted/none', 'Change the note')
    expect(refused.code).toBe(1)
    expect(refused.error).toMatch(/does not take the model "scripted\/none".*It offers .*scripted\/m/)
    expect(server.requests).toHaveLength(count)
  })

  test('is refused an edit that nobody allows', async () => {
    const { project, where, run } = await world()
    const denied = await run('run', ...where, '--strategy', 'agent:opencode', 'Change the note')
    expect(denied.error).toContain('Edit note.txt?')
    expect(await project.read('note.txt')).toBe('first line\n')
  })

  test('is stopped, and after kill -9 its session goes on', async () => {
    let holds = true
    const held = new Promise(() => {})
    const { server, project, environment, home, where, run, ids } = await world(() => (holds ? held : null))
    const reading = () => server.requests.some((each) => resultsIn(each) > 0)
    const stopped = startCommand(home, ['run', ...where, ...agent, 'Change the note'], environment)
    await expect.poll(reading, { timeout: 60_000 }).toBe(true)
    stopped.interrupt()
    expect((await stopped.done).code).toBe(130)
    const count = server.requests.length
    const killed = startCommand(home, ['run', ...where, ...agent, 'Change the note'], environment)
    await expect
      .poll(() => server.requests.slice(count).some((each) => resultsIn(each) > 0), { timeout: 60_000 })
      .toBe(true)
    killed.kill()
    await killed.done
    expect((await ids()).map(([, status]) => status)).toEqual(['interrupted', 'aborted'])
    expect(await project.read('note.txt')).toBe('first line\n')
    holds = false
    const [[id = ''] = []] = await ids()
    expect(await run('resume', id)).toMatchObject({ code: 0, out: expect.stringContaining('All is done.') })
    expect(await project.read('note.txt')).toBe('second line\n')
  })

  test('is compared with the tool loop over three repeats, and does the work of a candidate within a retry', async () => {
    const { project, where, run } = await world()
    const lanes = ['--lane', 'A=agent:opencode', '--lane', 'B=tool-loop', '--repeat', '3']
    const compared = await run(
      'compare',
      ...where,
      ...lanes,
      '--approve',
      'everything',
      '--check',
      check,
      'Change the note',
    )
    expect(compared.out).toContain('A succeeds in 3 of 3 trials, B in 0.')
    expect(compared.out).toMatch(/cost +not reported/)
    expect(await project.read('note.txt')).toBe('first line\n')
    const options = [`retry.check=${check}`, `best-of-n.check=${check}`, 'candidates=1']
    const wrapped = ['--strategy', 'retry(best-of-n(agent:opencode))', ...options.flatMap((each) => ['--set', each])]
    expect(await run('run', ...where, ...wrapped, '--approve', 'everything', 'Change the note')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^All is done\.\s+Candidate 1 of 1 was applied/),
    })
    expect(await project.read('note.txt')).toBe('second line\n')
  })
})
