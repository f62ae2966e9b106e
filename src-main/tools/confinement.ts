import type { CommandNetwork } from '../../src-shared/settings/settings.ts'
import type { Confine } from '../../src-shared/workspace/confine.ts'

/** What keeps a run's commands to where they belong. */
export interface Confinement {
  readonly confine: Confine
  /** The same for a command that nobody has seen (`ToolCallContext.unseen`). */
  readonly unseen: Confine
  /** Which commands have a network. */
  readonly network: CommandNetwork
  /** Whether they can read the user's keys and credentials. */
  readonly keys: boolean
  /** Where they may write, and what else is kept from them: a sentence. */
  readonly words: string
  /** What to do where one fails by that: half a sentence. */
  readonly advice: string
}

/** For the one who is to allow a command. */
export const whereCommandsWrite = (confinement: Confinement | null): string =>
  confinement?.words ?? 'May write anywhere that you may: nothing keeps it to this folder.'

/** What programs say where something is read-only or kept from them. */
const refused = /Read-only file system|EROFS|Operation not permitted|EPERM|Device or resource busy|EBUSY/
/** What they say where there is no network. */
const offline =
  /Network is unreachable|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|Could not resolve|name resolution|failure resolving|no such host|Name or service not known|nodename nor servname|getaddrinfo|Could not reach|Failed to connect|Couldn't connect/i

/** What they say where a key is missing. */
const keyless =
  /Permission denied \(publickey|Host key verification failed|gpg failed to sign|No secret key|could not read (Username|Password)|Unable to locate credentials|ENEEDAUTH|E401|401 Unauthorized|gh auth login|not logged in/i

const folderHint = (advice: string) =>
  `Commands are kept to their own folder here, and what this one tried may lie outside: ${advice}.`
const keysHint =
  'This command could not read the keys and credentials in the home folder, which may be why it failed. The user can let commands do so: Settings → Approval → Let commands read keys.'
const networkHint =
  'This command had no network, which may be why it failed. Commands that run without anybody being asked have none unless the user wants it: Settings → Approval → Commands that may use the network, or --network on the command line.'
const noNetworkHint =
  'This command had no network, which may be why it failed. The user has turned it off for all commands: Settings → Approval → Commands that may use the network.'

/**
 * A command's output, with a word on why where it may have failed by being confined.
 * @param unseen whether it was confined as a command that nobody has seen
 */
export function hinted(
  { exitCode, output }: { readonly exitCode: number | null; readonly output: string },
  confinement: Confinement | null,
  unseen: boolean,
): string {
  if (confinement === null || exitCode === 0) return output
  const hadNetwork = unseen ? confinement.network === 'all' : confinement.network !== 'none'
  const hints = [
    ...(refused.test(output) ? [folderHint(confinement.advice)] : []),
    ...(!hadNetwork && offline.test(output) ? [confinement.network === 'none' ? noNetworkHint : networkHint] : []),
  ]
  if (!confinement.keys && keyless.test(output)) hints.push(keysHint)
  if (hints.length === 0) return output
  return `${output}${output.endsWith('\n') ? '' : '\n'}${hints.map((hint) => `[${hint}]\n`).join('')}`
}
