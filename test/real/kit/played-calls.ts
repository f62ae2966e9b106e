import { command } from '../../kit/host/host-command.ts'
import { hostModelServer, type ScriptedCall } from '../../kit/host/host-model-server.ts'

/**
 * The results of calls that a model asks for one after the other, through the program, where everything is allowed.
 * @param args more words for the command line
 */
export async function playCalls(
  home: string,
  folder: string,
  calls: readonly ScriptedCall[],
  { environment = {}, args = [] }: { environment?: Record<string, string>; args?: readonly string[] } = {},
) {
  const server = await hostModelServer((_asked, turn) => {
    const call = calls[turn]
    return call === undefined ? { text: 'Done.' } : { calls: [call] }
  })
  const run = ['run', '--project', folder, '--base-url', server.url, '--model', 'm', '--strategy', 'tool-loop']
  const { code, error, out } = await command(home, [...run, '--approve', 'everything', ...args, 'Do it.'], {
    OPENAI_API_KEY: 'k',
    ...environment,
  })
  const results = (server.requests.at(-1)?.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => String(content))
  return { code, error, out, results, requests: server.requests }
}
