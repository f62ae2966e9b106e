import { readCommand } from '../../src-shared/commands/read-command.ts'
import type { CommandNetwork } from '../../src-shared/settings/settings.ts'
import type { Confine } from '../../src-shared/workspace/confine.ts'
import { onlyLooks } from './only-looks.ts'

/** How a run's commands are confined. */
export interface Confinement {
  readonly confine: Confine
  /** The same for a command that no person has seen (`ToolCallContext.unseen`). */
  readonly unseen: Confine
  /** Which commands have network access. */
  readonly network: CommandNetwork
  /** Whether they can read the user's keys and credentials. */
  readonly keys: boolean
  /** How the trusted scripts of hooks are seen: in place of those in the folder, where they are kept, or not at all. */
  readonly scripts?: 'shown' | 'kept' | 'unseen'
  /** Where they may write, and what else they can't access: a sentence. */
  readonly words: string
  /** Programs are those of a container, not of this computer; left out: they are of this computer. */
  readonly inContainer?: true
  /** What to do if a command fails because of that: half a sentence. */
  readonly advice: string
}

/** For the user who is asked to allow a command. */
export const whereCommandsWrite = (confinement: Confinement | null): string =>
  confinement?.words ?? 'Can write wherever you can: nothing restricts it to this folder.'

/** What programs print if something is read-only or not accessible. */
const refused = /Read-only file system|EROFS|Operation not permitted|EPERM|Device or resource busy|EBUSY/
/** What they print without a network. */
const offline =
  /Network is unreachable|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|Could not resolve|name resolution|failure resolving|no such host|Name or service not known|nodename nor servname|getaddrinfo|Could not reach|Failed to connect|Couldn't connect/i

/** What they print if a key is missing. */
const keyless =
  /Permission denied \(publickey|Host key verification failed|gpg failed to sign|No secret key|could not read (Username|Password)|Unable to locate credentials|ENEEDAUTH|E401|401 Unauthorized|gh auth login|not logged in/i

const folderHint = (advice: string) =>
  `Commands are kept to their own folder here, and what this one tried may lie outside: ${advice}.`
const keysHint =
  'This command could not read the keys and credentials in the home folder, which may be why it failed. The user can let commands do so: Settings → Approval → Let commands read credentials.'
/** What git prints if it can't write its settings, and the files by which it starts programs. */
const gitsOwn =
  /could not (write|lock) config file|\.git\/(hooks|config|info|modules|worktrees)\b|core\.hooksPath|\.husky\b|\.githooks\b/
const gitHint =
  'Git’s settings and hooks are read-only for commands: by them the user’s own git starts programs. Commits, branches and stashes work. Ask the user to make this change in a terminal, or to unrestrict commands in Settings → Approval.'
/** What they print about a file of another user; keys have a hint of their own. */
const foreign = /Permission denied(?! \()|EACCES/
const foreignHint =
  'Stratagem runs as root, but commands that are restricted can’t write files of other users, as in a container with a mounted folder: `ls -ln` shows whose they are. If that is why this failed, the user can change their owner (`chown -R root .`), run Stratagem as that user, or unrestrict commands in Settings → Approval.'
const isRoot = process.getuid?.() === 0
const networkHint =
  'This command had no network, which may be why it failed. Commands that run without anybody being asked have none unless the user wants it: Settings → Approval → Commands with network access, or --network on the command line.'
const noNetworkHint =
  'This command had no network, which may be why it failed. The user has turned it off for all commands: Settings → Approval → Commands with network access.'

interface EndedCommand {
  /** The command line, which tells where its output comes from; left out: it is not known. */
  readonly command?: string
  readonly exitCode: number | null
  readonly output: string
}

/**
 * What a command says of itself. One that only looks at things may print any text, such as the lines that it found: only
 * lines that name one of its programs are its own.
 */
function ownWords({ command, output }: EndedCommand): string {
  const reading = command === undefined ? null : readCommand(command)
  if (reading === null || !onlyLooks(reading)) return output
  const names = new Set([...reading.programs.map(({ name }) => name), ...shells])
  const isOwn = (line: string) => names.has((/^([^\s:]+):/.exec(line)?.[1] ?? '').split('/').at(-1) ?? '')
  return output.split('\n').filter(isOwn).join('\n')
}
const shells = ['sh', 'bash', 'dash', 'zsh', 'fatal', 'error']

/**
 * A command's output, with a hint if it may have failed because it was confined.
 * @param unseen whether it was confined as a command that no person has seen
 */
export function withConfinementHint(ended: EndedCommand, confinement: Confinement | null, unseen: boolean): string {
  const { exitCode, output } = ended
  if (confinement === null) return output
  const said = ownWords(ended)
  // Git goes on after it, and exits with 0: a branch was made, and does not track the other one.
  const isGits = refused.test(said) && gitsOwn.test(said)
  if (exitCode === 0 && !isGits) return output
  const hadNetwork = unseen ? confinement.network === 'all' : confinement.network !== 'none'
  const hints = [
    ...(isGits ? [gitHint] : refused.test(said) ? [folderHint(confinement.advice)] : []),
    ...(exitCode !== 0 && !hadNetwork && offline.test(said)
      ? [confinement.network === 'none' ? noNetworkHint : networkHint]
      : []),
  ]
  if (exitCode !== 0 && isRoot && foreign.test(said)) hints.push(foreignHint)
  if (exitCode !== 0 && !confinement.keys && keyless.test(said)) hints.push(keysHint)
  if (hints.length === 0) return output
  return `${output}${output.endsWith('\n') ? '' : '\n'}${hints.map((hint) => `[${hint}]\n`).join('')}`
}
