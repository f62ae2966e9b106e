import { findProgram, thisMachine } from '../processes/find-program.ts'
import { type ContainerEngine, callEngine, type EngineCall, lastLine } from './engine.ts'

export type FoundEngine =
  | { readonly engine: ContainerEngine }
  /** Why there is none, as a sentence. */
  | { readonly engine: null; readonly reason: string }

/** A daemon that does not answer within this time, ms, is not there. */
const limitMs = 15_000

/** What makes each of them answer only if it can start containers, with its version as the answer. */
const questions: readonly { readonly name: ContainerEngine['name']; readonly args: readonly string[] }[] = [
  { name: 'docker', args: ['version', '--format', '{{.Server.Version}}'] },
  { name: 'podman', args: ['info', '--format', '{{.Version.Version}}'] },
]

/** The first engine that works: docker, else podman. Never rejects. @param environment of the engine's own program */
export async function findEngine(environment: NodeJS.ProcessEnv): Promise<FoundEngine> {
  const reasons: string[] = []
  for (const { name, args } of questions) {
    const program = findProgram(name, thisMachine(environment))
    if (program === null) continue
    const asked = await callEngine({ program, environment }, args, { limitMs }).catch(() => null)
    const version = asked?.code === 0 ? asked.output.trim() : ''
    if (/^\d/.test(version)) return { engine: { name, program, version, environment } }
    if (asked !== null) reasons.push(whyNot(name, asked))
  }
  if (reasons.length > 0) return { engine: null, reason: reasons.join(' ') }
  return { engine: null, reason: 'Neither Docker nor Podman is installed.' }
}

function whyNot(name: string, asked: EngineCall): string {
  const title = name === 'docker' ? 'Docker' : 'Podman'
  if (asked.code === null) return `${title} did not answer.`
  const said = lastLine({ output: '', trouble: asked.trouble })
  return `${title} can’t start containers${said === '' ? '.' : `: ${said.replace(/[.?!]*$/, '.')}`}`
}
