import { describe, expect, test } from 'vitest'
import { hostModelServer, type ScriptedAnswer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { sampleOf } from '../kit/project/sample.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'
import { agentInTerminal, keys } from './kit/terminal.ts'

/** Every question of the command line, answered by what is typed into a real terminal. */

/** A model that calls one tool, then says what came of it. */
async function model(call: NonNullable<ScriptedAnswer['calls']>[number]) {
  const server = await hostModelServer(({ messages }) => {
    const result = messages.findLast(({ role }) => role === 'tool')
    return result === undefined ? { calls: [call] } : { text: `The result was: ${result.content}` }
  })
  return {
    ...server,
    result: () => `${server.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content}`,
  }
}

async function runs(call: Parameters<typeof model>[0], columns: number, ...more: string[]) {
  const [home, project, server] = await Promise.all([temporaryFolder(), temporaryFolder(), model(call)])
  const args = ['run', '--project', project, '--base-url', server.url, '--model', 'scripted', ...more, 'Go ahead.']
  const terminal = agentInTerminal(home, args, { columns, env: { OPENAI_API_KEY: 'none' } })
  return { terminal, server, project, home }
}

const command = { tool: 'shell', arguments: { command: 'echo it-ran > ran.txt; cat ran.txt' } }
const question = { tool: 'ask_user', arguments: { question: 'Which color?', options: ['red', 'blue'] } }

describe.each([80, 40])('in a terminal of %i columns', (columns) => {
  test.each(sampleOf(['y', 'yes', ' Y '], 1))('%j allows a command', async (typed) => {
    const { terminal, server } = await runs(command, columns)
    await terminal.sees('[y]es, [N]o')
    terminal.type(`${typed}\r`)
    expect(await terminal.ended).toMatchObject({ code: 0 })
    expect(server.result()).toContain('it-ran')
  })

  test('a typed number chooses an answer, and typing slowly is typing', async () => {
    const { terminal, server } = await runs(question, columns)
    await terminal.sees(/2\. blue\n>/)
    await terminal.typeSlowly('2')
    terminal.type('\r')
    expect(await terminal.ended).toMatchObject({ code: 0 })
    expect(server.result()).toBe('The user answers: blue')
  })
})

test.each(sampleOf(['n', 'no', ''], 1))('%j refuses a command, which the model is told', async (typed) => {
  const { terminal, server } = await runs(command, 80)
  await terminal.sees('[y]es, [N]o')
  terminal.type(`${typed}\r`)
  expect(await terminal.ended).toMatchObject({ code: 0 })
  expect(server.result()).toMatch(/denied/)
  expect(server.result()).not.toContain('it-ran')
})

test('an answer that is neither yes nor no is asked for again', async () => {
  const { terminal, server } = await runs(command, 80)
  await terminal.sees('[y]es, [N]o')
  terminal.type('yse\r')
  await terminal.sees('Type y for yes, or n for no:')
  terminal.type('y\r')
  expect(await terminal.ended).toMatchObject({ code: 0 })
  expect(server.result()).toContain('it-ran')
})

test.each([
  ['the first question', 0],
  ['a later question', 1],
])('what was typed before %s is shown does not answer it', async (_, answered) => {
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  let go = () => {}
  const until = new Promise<void>((resolve) => {
    go = resolve
  })
  const server = await hostModelServer((_, turn) => {
    if (turn < answered) return { text: 'Hm.', calls: [command] }
    if (turn > answered) return { text: 'Done.' }
    isAsked()
    return { text: 'Once more.', until, calls: [command] }
  })
  const [home, project] = await Promise.all([temporaryFolder(), temporaryFolder()])
  const args = ['run', '--project', project, '--base-url', server.url, '--model', 'scripted', 'Go ahead.']
  const terminal = agentInTerminal(home, args, { env: { OPENAI_API_KEY: 'none' } })
  for (let each = 0; each < answered; each++) {
    await terminal.sees('[y]es, [N]o')
    terminal.type('y\r')
  }
  await asked
  terminal.type('y\r')
  await terminal.sees(/^(?:Once )?y\s*$/m)
  go()
  await terminal.sees(/\[y\]es, \[N\]o\s*$/)
  terminal.type('n\r')
  expect(await terminal.ended).toMatchObject({ code: 0 })
  expect(server.sent.at(-1)).toMatch(/denied/)
})

test('lines pasted at once are one answer', async () => {
  const { terminal, server } = await runs(question, 80)
  await terminal.sees(/2\. blue\n>/)
  terminal.type('Green,\rbut only\rthe light one.\r')
  expect(await terminal.ended).toMatchObject({ code: 0 })
  expect(server.result()).toBe('The user answers: Green,\nbut only\nthe light one.')
})

test('a paste without a last Enter waits for it', async () => {
  const { terminal, server } = await runs(question, 80)
  await terminal.sees(/2\. blue\n>/)
  terminal.type('Green,\rbut light')
  await terminal.sees('but light')
  terminal.type(' ones\r')
  expect(await terminal.ended).toMatchObject({ code: 0 })
  expect(server.result()).toBe('The user answers: Green,\nbut light ones')
})

test('Enter alone chooses nothing at a question of the model, and a number that is no option neither', async () => {
  const { terminal, server } = await runs(question, 80)
  await terminal.sees(/2\. blue\n>/)
  terminal.type('\r')
  await terminal.sees('Type 1 to 2')
  terminal.type('3\r')
  await terminal.sees(/Type 1 to 2[\s\S]*Type 1 to 2/)
  terminal.type('blue\r')
  expect(await terminal.ended).toMatchObject({ code: 0 })
  expect(server.result()).toBe('The user answers: blue')
})

test('options that are numbers have letters, so that a number means itself', async () => {
  const sizes = { tool: 'ask_user', arguments: { question: 'How many?', options: ['2', '4'] } }
  const { terminal, server } = await runs(sizes, 80)
  await terminal.sees(/a\. 2\n\s+b\. 4\n>/)
  terminal.type('2\r')
  expect(await terminal.ended).toMatchObject({ code: 0 })
  expect(server.result()).toBe('The user answers: 2')
})

test('Ctrl-D gives no answer: a command is refused, and a question is not answered by its first option', async () => {
  const asked = await runs(question, 80)
  await asked.terminal.sees(/2\. blue\n>/)
  asked.terminal.type(keys.end)
  expect(await asked.terminal.ended).toMatchObject({ code: 0 })
  expect(asked.server.result()).toMatch(/^The user gave no answer\. Use your own judgment/)
  const allowed = await runs(command, 80)
  await allowed.terminal.sees('[y]es, [N]o')
  allowed.terminal.type(keys.end)
  expect(await allowed.terminal.ended).toMatchObject({ code: 0 })
  expect(allowed.server.result()).toMatch(/denied/)
})

test('Ctrl-C at a question stops the run, says how to resume, and leaves the terminal as it was', async () => {
  const { terminal, server } = await runs(command, 80)
  await terminal.sees('[y]es, [N]o')
  terminal.type(keys.interrupt)
  expect(await terminal.ended).toMatchObject({ code: 130 })
  expect(terminal.screen()).toMatch(/To continue: agent resume/)
  expect(server.requests).toHaveLength(1)
})

test('a closed terminal ends the run', async () => {
  const { terminal } = await runs(command, 80)
  await terminal.sees('[y]es, [N]o')
  terminal.hangUp()
  await terminal.ended
})

const shell = (command: string) => ({ tool: 'shell', arguments: { command } })
const endless = () => hostModelServer((_, turn) => ({ calls: [shell(`echo round ${turn}`)] }))

test.each([
  ['1', /completed/],
  ['\r', /completed/],
  ['2', /stopped|failed/],
])('at a limit %j decides', async (typed, ends) => {
  const [home, project] = await Promise.all([temporaryFolder(), temporaryFolder()])
  const server = await hostModelServer(({ tools }, turn) =>
    (tools ?? []).length === 0 ? { text: 'As far as I got.' } : { calls: [shell(`echo round ${turn}`)] },
  )
  const endpoint = ['--base-url', server.url, '--model', 'scripted', '--approve', 'everything']
  const args = ['run', '--project', project, ...endpoint, '--set', 'maxTurns=2', '--at-limit', 'ask', 'Go ahead.']
  const terminal = agentInTerminal(home, args, { columns: 40, env: { OPENAI_API_KEY: 'none' } })
  await terminal.sees(/Allow more\?[\s\S]*1\. Wrap up[\s\S]*>/)
  terminal.type(typed === '\r' ? typed : `${typed}\r`)
  await terminal.ended
  expect(terminal.screen()).toMatch(ends)
})

test('at a limit the third answer, or an amount, allows more rounds', async () => {
  const [home, project, server] = await Promise.all([temporaryFolder(), temporaryFolder(), endless()])
  const endpoint = ['--base-url', server.url, '--model', 'scripted', '--approve', 'everything']
  const args = ['run', '--project', project, ...endpoint, '--set', 'maxTurns=2', '--at-limit', 'ask', 'Go ahead.']
  const terminal = agentInTerminal(home, args, { env: { OPENAI_API_KEY: 'none' } })
  await terminal.sees(/has used 2 [\s\S]*>/)
  terminal.type('+3\r')
  await terminal.sees(/has used 5 [\s\S]*>/)
  expect(server.requests).toHaveLength(5)
  terminal.type('2\r')
  expect(await terminal.ended).not.toMatchObject({ code: 0 })
})

const planned = { tool: 'submit_plan', arguments: { steps: [{ goal: 'Look', done: 'It was seen.' }] } }
const planner = () =>
  hostModelServer(({ tools = [] }) =>
    tools.some((each) => each.function.name === 'submit_plan') ? { calls: [planned] } : { text: 'Looked.' },
  )

test.each([
  ['2', 0],
  ['1', 1],
  ['', 1],
])('a plan is carried out or not as %j says', async (typed, code) => {
  const [home, project, server] = await Promise.all([temporaryFolder(), temporaryFolder(), planner()])
  const endpoint = ['--base-url', server.url, '--model', 'scripted', '--approve', 'everything']
  const strategy = ['--strategy', 'plan-and-execute', '--set', 'approve=always']
  const args = ['run', '--project', project, ...endpoint, ...strategy, 'Go ahead.']
  const terminal = agentInTerminal(home, args, { env: { OPENAI_API_KEY: 'none' } })
  await terminal.sees(/1\) Look[\s\S]*2\. Carry it out\n>/)
  terminal.type(`${typed}\r`)
  expect((await terminal.ended).code).toBe(code)
})

test('at a breakpoint each line does what it says: print, edit (also pasted in lines), step, continue', async () => {
  const [home, project] = await Promise.all([temporaryFolder(), temporaryFolder()])
  const server = await hostModelServer(({ messages }) =>
    messages.some(({ role }) => role === 'tool') ? { text: 'Done.' } : { calls: [shell('echo from-the-model')] },
  )
  const endpoint = ['--base-url', server.url, '--model', 'scripted', '--approve', 'everything']
  const args = ['run', '--project', project, ...endpoint, '--break', 'tool:shell', 'Go ahead.']
  const terminal = agentInTerminal(home, args, { env: { OPENAI_API_KEY: 'none' } })
  await terminal.sees(/Paused before [\s\S]*>/)
  terminal.type('p\r')
  await terminal.sees(/from-the-model[\s\S]*\n>/)
  terminal.type('e {\r"command": "echo from-the-person"\r}\r')
  await terminal.sees(/Edited[\s\S]*\n>/)
  terminal.type('s\r')
  await terminal.sees(/Paused before [\s\S]*Paused before [\s\S]*>/)
  terminal.type('c\r')
  expect(await terminal.ended).toMatchObject({ code: 0 })
  const result = server.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content
  expect(result).toContain('from-the-person')
})

test('Ctrl-D at a breakpoint leaves the run paused, to be resumed, and stop ends it', async () => {
  const [home, project, server] = await Promise.all([temporaryFolder(), temporaryFolder(), endless()])
  const endpoint = ['--base-url', server.url, '--model', 'scripted', '--approve', 'everything']
  const args = ['run', '--project', project, ...endpoint, '--break', 'tool:shell', 'Go ahead.']
  const left = agentInTerminal(home, args, { env: { OPENAI_API_KEY: 'none' } })
  await left.sees(/Paused before [\s\S]*>/)
  left.type(keys.end)
  await left.ended
  expect(left.screen()).toMatch(/agent resume/)
  const [, run = ''] = /agent resume (run_\w+)/.exec(left.screen()) ?? []
  const resumed = agentInTerminal(home, ['resume', run, '--break', 'tool:shell'], { env: { OPENAI_API_KEY: 'none' } })
  await resumed.sees(/Paused before [\s\S]*>/)
  resumed.type('q\r')
  expect((await resumed.ended).code).toBe(130)
})

test('lanes ask one after the other, each by its name, and other lines don’t tear the question apart', async () => {
  const [home, project] = await Promise.all([temporaryProject({ 'a.txt': '1' }), temporaryProject({ 'a.txt': '1' })])
  const server = await hostModelServer(({ messages }) =>
    messages.some(({ role }) => role === 'tool') ? { text: 'Done.' } : { calls: [shell('echo ran > ran.txt')] },
  )
  const lanes = ['--lane', 'A=tool-loop', '--lane', 'B=tool-loop,maxTurns=5']
  const args = ['compare', '--project', project.folder, '--base-url', server.url, '--model', 'scripted', ...lanes]
  const terminal = agentInTerminal(home.folder, [...args, 'Go ahead.'], { env: { OPENAI_API_KEY: 'none' } })
  await terminal.sees(/Lane [AB]: [\s\S]*\[y\]es, \[N\]o\s*$/)
  terminal.type('y\r')
  await terminal.sees(
    /Lane A: [\s\S]*Lane B: [\s\S]*\[y\]es, \[N\]o\s*$|Lane B: [\s\S]*Lane A: [\s\S]*\[y\]es, \[N\]o\s*$/,
  )
  terminal.type('n\r')
  await terminal.ended
  // Each key is heard and shown once.
  expect(terminal.screen()).toMatch(/\[N\]o y\n[\s\S]*\[N\]o n\n/)
  const results = server.sent.filter((body) => body.includes('"role":"tool"'))
  expect(results.filter((body) => body.includes('The user denied'))).toHaveLength(1)
})

const hook = JSON.stringify([{ on: 'run-end', command: 'true' }])

test.each([
  ['y', 'Trusted until'],
  ['n', 'Not trusted'],
  ['', 'Not trusted'],
])('whether files are trusted is what %j says', async (typed, says) => {
  const home = await temporaryFolder()
  const project = await temporaryProject({ '.stratagem/hooks.json': hook })
  const terminal = agentInTerminal(home, ['trust', '--project', project.folder], { columns: 40 })
  await terminal.sees('Trust them? [y]es, [N]o')
  terminal.type(`${typed}\r`)
  await terminal.sees(says)
  await terminal.ended
})

test('Ctrl-C at the question about trust decides nothing', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({ '.stratagem/hooks.json': hook })
  const terminal = agentInTerminal(home, ['trust', '--project', project.folder])
  await terminal.sees('Trust them? [y]es, [N]o')
  terminal.type(keys.interrupt)
  expect((await terminal.ended).code).toBe(130)
  const again = agentInTerminal(home, ['trust', '--project', project.folder])
  await again.sees('not trusted yet')
})
