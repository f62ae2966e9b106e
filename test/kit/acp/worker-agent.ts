import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type AgentScript, calls, says, updatesCall } from './scripted-agent.ts'

const options = [
  { optionId: 'always', kind: 'allow_always', name: 'Always' },
  { optionId: 'once', kind: 'allow_once', name: 'Once' },
  { optionId: 'no', kind: 'reject_once', name: 'No' },
]

const thinks = (text: string) => ({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } })
const steps = ['Read the code', 'Change it', 'Run the tests']
const plans = (done: number) => ({
  sessionUpdate: 'plan',
  entries: steps.map((content, at) => {
    const status = at < done ? 'completed' : at === done ? 'in_progress' : 'pending'
    return { content, priority: 'medium', status }
  }),
})

/**
 * Does some of everything, and reports nothing of its use: thinks, plans, reads, changes its mode, asks for permission to
 * edit, runs a command, sends what nobody knows. Its second argument is a time between them, ms.
 */
export const worker: AgentScript = {
  'session/prompt': async (hands, message) => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, Number(process.argv[3] ?? 0)))
    const file = path.join(process.cwd(), 'a.txt')
    const content = [{ type: 'diff', path: file, oldText: 'one\n', newText: 'two\n' }]
    const edit = { toolCallId: 'edit', title: 'edit', kind: 'edit', rawInput: { filePath: file }, content }
    const test = { kind: 'execute', title: 'bash', rawInput: { command: 'npm test' } }
    const printed = [{ type: 'content', content: { type: 'text', text: 'ok 1 - a.txt says two\n' } }]
    hands.update(thinks('The file says one, and the message asks for two.'))
    await pause()
    hands.update(plans(0))
    hands.update(says('I read the file first.'))
    hands.update(calls('read', { title: 'read', status: 'in_progress', rawInput: { filePath: file } }))
    await pause()
    hands.update(updatesCall('read', { status: 'completed' }))
    hands.update({ sessionUpdate: 'current_mode_update', currentModeId: 'build' })
    hands.update(plans(1))
    const { result } = await hands.ask('session/request_permission', { toolCall: edit, options })
    const isAllowed = JSON.stringify(result).includes('once')
    if (isAllowed) writeFileSync(file, 'two\n')
    hands.update(updatesCall('edit', { status: isAllowed ? 'completed' : 'failed', content }))
    hands.update({ sessionUpdate: 'weather', text: 'rain' })
    hands.update(plans(2))
    hands.update(says('Now the tests.'))
    hands.update(calls('test', { ...test, status: 'in_progress' }))
    await pause()
    hands.update(updatesCall('test', { status: 'completed', content: printed, rawOutput: { exitCode: 0 } }))
    hands.update(plans(3))
    hands.update(says('The file says **two** now, and the tests pass.'))
    hands.answer(message, { stopReason: 'end_turn' })
  },
}
