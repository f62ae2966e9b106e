import type { AgentCall } from '../../../src-main/acp/calls.ts'
import type { Decision } from '../../../src-main/acp/permission-options.ts'
import type { PromptListener } from '../../../src-main/acp/prompt-turn.ts'
import type { CommandExit } from '../../../src-main/acp/terminals.ts'

/** What a prompt's listener was told, in one line each. */
export interface AgentRecord {
  readonly lines: string[]
  readonly text: () => string
  readonly listener: PromptListener
}

const inputOf = ({ input }: AgentCall) => (input === undefined ? '' : ` ${JSON.stringify(input)}`)

/** @param decide the answer to requests for permission; by default allowed */
export function recordAgent(
  decide: (call: AgentCall) => Promise<Decision> = () => Promise.resolve('allow'),
  files: Map<string, string> = new Map(),
): AgentRecord {
  const lines: string[] = []
  let text = ''
  const add = (line: string) => void lines.push(line)
  const listener: PromptListener = {
    chunk: (channel, part) => {
      if (channel === 'message') text += part
      else add(`thinks ${part}`)
    },
    plan: (entries) => add(`plan ${entries.map(({ content, status }) => `${content}=${status}`).join(' ')}`),
    mode: (mode) => add(`mode ${mode}`),
    callStart: (call) => add(`start ${call.id} ${call.kind}${inputOf(call)}`),
    callChange: () => undefined,
    callEnd: (call, how) => add(`end ${call.id} ${how}`),
    permission: (call) => {
      add(`asks ${call.id}`)
      return decide(call)
    },
    readFile: async (path) => files.get(path) ?? '',
    writeFile: async (path, content) => {
      if (!path.startsWith('/work/')) throw new Error(`${path} is outside of the folder.`)
      files.set(path, content)
    },
    startCommand: ({ words }, output, stop) => {
      add(`runs ${words.join(' ')}`)
      if (words[0] === 'denied') return Promise.reject(new Error('The user does not allow this command.'))
      output(words[0] === 'flood' ? `${'x'.repeat(3_000_000)}ä!` : words.slice(1).join(' '))
      if (words[0] !== 'sleep') return Promise.resolve({ ended: Promise.resolve({ exitCode: 0, signal: null }) })
      const ended = new Promise<CommandExit>((resolve) => {
        const kill = () => {
          add(`ends ${words.join(' ')}`)
          resolve({ exitCode: null, signal: 'SIGTERM' })
        }
        stop.addEventListener('abort', kill, { once: true })
        if (stop.aborted) kill()
      })
      return Promise.resolve({ ended })
    },
    oddity: (words) => add(`! ${words}`),
  }
  return { lines, text: () => text, listener }
}
