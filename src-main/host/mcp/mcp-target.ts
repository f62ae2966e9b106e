import { homedir } from 'node:os'
import { basename, resolve } from 'node:path'
import { expandVariables } from '../../../src-shared/mcp/mcp-config.ts'
import type { McpServer } from '../../../src-shared/mcp/mcp-server.ts'
import type { McpTarget } from '../../mcp/connect-server.ts'
import type { SignInStore } from '../../mcp/oauth.ts'
import { programIn, thisMachine } from '../../processes/find-program.ts'
import { environmentCompleted } from '../../processes/login-environment.ts'
import { cleanEnvironment } from '../../tools/clean-environment.ts'
import type { Confinement } from '../../tools/confinement.ts'

/** The folder in which a server runs, and its confinement. */
export interface McpWorkspace {
  readonly project: { readonly id: string; readonly folder: string }
  /** The project's folder or a copy. */
  readonly folder: string
  /** The same as for commands in the folder. */
  confinement(): Promise<Confinement | null>
}

/** The sign-in to an address; null if the user's headers authorize requests. */
export type SignInFor = (url: string, headers: Readonly<Record<string, string>>) => SignInStore | null

/**
 * How a server is started or reached, with the variables in its settings expanded. It gets the environment of commands,
 * which has no secrets, and the variables of its own settings.
 */
export function targetOf({ transport }: McpServer, place: McpWorkspace, storeFor: SignInFor): McpTarget {
  if (transport.kind === 'http') {
    const [url, headers] = [filled(transport.url), eachFilled(transport.headers, place)]
    return { kind: 'http', url, headers, signIn: storeFor(url, headers) }
  }
  return {
    kind: 'stdio',
    program: async () => {
      await environmentCompleted()
      const fill = (text: string) => filled(text, place)
      const [command, args, env] = [fill(transport.command), transport.args.map(fill), eachFilled(transport.env, place)]
      const cwd = resolve(place.folder, fill(transport.cwd ?? '.'))
      const confinement = await place.confinement()
      const own = { ...cleanEnvironment(process.env), ...env }
      const program = confinement?.inContainer ? command : programFor(cwd, command, own)
      const run = confinement?.confine(...startIn(cwd, place.folder, program, args)) ?? unconfined(program, args)
      return { command: run.program, args: run.args, env: wholeOnly({ ...own, ...run.environment }), cwd }
    },
  }
}

/** @throws Error if there is none: a path may be relative to the folder, but a name alone is never looked for there */
function programFor(folder: string, command: string, environment: NodeJS.ProcessEnv): string {
  const found = programIn(folder, command, thisMachine(environment))
  if (found !== null) return found
  throw new Error(`there is no program ${command}${/[\\/]/.test(command) ? '' : ' on the PATH'}`)
}

const unconfined = (program: string, args: readonly string[]) => ({ program, args, environment: {} })

/** Means of confinement begin in the project's folder themselves. They exist only where there is a `/bin/sh`. */
const startIn = (
  cwd: string,
  folder: string,
  command: string,
  args: readonly string[],
): readonly [program: string, args: readonly string[]] =>
  cwd === resolve(folder)
    ? [command, args]
    : ['/bin/sh', ['-c', 'cd -- "$1" && shift && exec "$@"', 'sh', cwd, command, ...args]]

/**
 * Replaces variables: those of the environment, and the editors' names for folders.
 * @throws Error if a variable is not set
 */
export function filled(text: string, place: Pick<McpWorkspace, 'folder'> | null = null): string {
  const folders =
    place === null ? {} : { workspaceFolder: place.folder, workspaceFolderBasename: basename(place.folder) }
  const whole = expandVariables(text, { ...process.env, userHome: homedir(), ...folders })
  if (whole === undefined) throw new Error(`${text} names a variable that is not set in the environment`)
  return whole
}

const eachFilled = (
  values: Readonly<Record<string, string>>,
  place: Pick<McpWorkspace, 'folder'>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value, place)]))

const wholeOnly = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
