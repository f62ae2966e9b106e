import { describe, expect, test } from 'vitest'
import { hostModelServer, type ScriptedAnswer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { agentInTerminal, keys } from './kit/terminal.ts'

/** Talking with an agent in a real terminal. */

type Answers = Parameters<typeof hostModelServer>[0]

async function session(answers: Answers, columns = 80, args: readonly string[] = ['session']) {
  const [home, project, server] = await Promise.all([temporaryFolder(), temporaryFolder(), hostModelServer(answers)])
  const model = ['--base-url', server.url, '--model', 'scripted', '--strategy', 'chat', '--project', project]
  const terminal = agentInTerminal(home, args.length === 0 ? [] : [...args, ...model], {
    columns,
    cwd: project,
    env: { OPENAI_API_KEY: 'none' },
  })
  return { terminal, server, home, project }
}

const said = (server: { requests: readonly { messages: readonly { role: string; content?: unknown }[] }[] }) =>
  server.requests.at(-1)?.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))

describe.each([80, 40])('in a terminal of %i columns', (columns) => {
  test('a session asks, runs, shows the answer once and asks again, in one conversation, until exit', async () => {
    const { terminal, server } = await session((_, turn) => ({ text: `Answer number ${turn}.` }), columns)
    await terminal.sees(/How can I help you\?[\s\S]*\n>/)
    terminal.type('First\r')
    await terminal.sees(/Answer number 0\.[\s\S]*completed[\s\S]*\n>/)
    terminal.type('Second\r')
    await terminal.sees(/Answer number 1\.[\s\S]*completed[\s\S]*\n>/)
    expect(said(server)).toEqual(['First', 'Second'])
    terminal.type('new\r')
    await terminal.sees(/A new conversation\.\n>/)
    terminal.type('Third\r')
    await terminal.sees(/Answer number 2\.[\s\S]*completed[\s\S]*\n>/)
    expect(said(server)).toEqual(['Third'])
    expect(terminal.screen().match(/Answer number 0\./g)).toHaveLength(1)
    terminal.type('exit\r')
    expect(await terminal.ended).toMatchObject({ code: 0 })
  })
})

test('text is shown while it comes in; Ctrl-C stops the run and not the session, and Ctrl-D ends it', async () => {
  const never = new Promise<void>(() => {})
  const answers = (_: unknown, turn: number): ScriptedAnswer =>
    turn === 0 ? { text: 'This half is seen. And this is not.', until: never } : { text: 'Whole.' }
  const { terminal, server } = await session(answers)
  await terminal.sees(/How can I help you\?[\s\S]*\n>/)
  terminal.type('Go\r')
  await terminal.sees('This half is seen.')
  terminal.type(keys.interrupt)
  await terminal.sees(/agent resume run_\w+[\s\S]*\n>/)
  // Also at the question, where it throws away what was typed.
  terminal.type('not this')
  await terminal.sees('not this')
  terminal.type(keys.interrupt)
  await terminal.sees(/not this\n[\s\S]*>/)
  terminal.type('Again\r')
  await terminal.sees(/Whole\.[\s\S]*completed[\s\S]*\n>/)
  expect(said(server)?.at(-1)).toBe('Again')
  terminal.type(keys.end)
  expect(await terminal.ended).toMatchObject({ code: 0 })
})

test('agent alone in a terminal is a session with what is set, and what fails in it is said and does not end it', async () => {
  const { terminal } = await session(() => ({ text: '' }), 80, [])
  await terminal.sees(/How can I help you\?[\s\S]*\n>/)
  terminal.type('Hello\r')
  await terminal.sees(/(completed|failed)[\s\S]*\n>/)
  terminal.type('exit\r')
  expect(await terminal.ended).toMatchObject({ code: 0 })
})

test('what is typed before the question is there, and is sent with Enter', async () => {
  let release = () => {}
  const free = new Promise<void>((resolve) => {
    release = resolve
  })
  const answers = (_: unknown, turn: number): ScriptedAnswer =>
    turn === 0 ? { text: 'This half is seen. And this is not.', until: free } : { text: `Whole ${turn}.` }
  const { terminal, server } = await session(answers)
  // While the program starts, and a person types on.
  terminal.type('First of all\r')
  await terminal.sees(/> First of all\s*$/)
  terminal.type('\r')
  await terminal.sees('This half is seen.')
  terminal.type('Second\rthing')
  release()
  await terminal.sees(/> Second thing\s*$/)
  terminal.type(', please\r')
  await terminal.sees(/Whole 1\.[\s\S]*completed[\s\S]*\n>/)
  expect(said(server)).toEqual(['First of all', 'Second thing, please'])
  terminal.type(keys.end)
  expect(await terminal.ended).toMatchObject({ code: 0 })
})

test('options alone begin a session, too', async () => {
  const project = await temporaryFolder()
  const terminal = agentInTerminal(await temporaryFolder(), ['--project', project, '--strategy', 'chat'])
  await terminal.sees(/How can I help you\?[\s\S]*\n>/)
  terminal.type('exit\r')
  expect(await terminal.ended).toMatchObject({ code: 0 })
})
