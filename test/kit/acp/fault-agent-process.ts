import { spawn } from 'node:child_process'
import { type AgentScript, playAgent, says } from './scripted-agent.ts'

/** The scripted agent as a process. Its first argument names how it misbehaves; without one it does not. */
const fault = process.argv[2] ?? ''

const scripts: Readonly<Record<string, AgentScript>> = {
  // A launcher whose child ignores signals and holds its pipes, as that of some agents does.
  orphan: {
    'session/prompt': (hands, message) => {
      const stay = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
      const child = spawn(process.execPath, ['-e', stay], { stdio: ['ignore', 'inherit', 'inherit'] })
      hands.update(says(String(child.pid)))
      hands.answer(message, { stopReason: 'end_turn' })
    },
  },
}

if (fault === 'broken') {
  process.stderr.write('no such model\n')
  process.exit(3)
}
if (fault === 'stubborn') {
  process.on('SIGTERM', () => undefined)
  setInterval(() => undefined, 1000)
}
playAgent(scripts[fault] ?? {}, process.stdin, process.stdout, () => process.exit(1))
if (fault === '') process.stdin.on('end', () => process.exit(0))
if (fault === 'orphan') process.stdin.on('end', () => process.exit(0))
