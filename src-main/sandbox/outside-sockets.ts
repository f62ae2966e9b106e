import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Sockets, and folders of them, that a command must not reach: their servers would act for it outside the sandbox. */
export interface Outside {
  readonly paths: readonly string[]
  /** Folders of sockets that are needed: keys can be used through them, but not read. */
  readonly kept: readonly string[]
}

const fixed: readonly string[] = [
  '/run/docker.sock',
  '/var/run/docker.sock',
  '/run/containerd/containerd.sock',
  '/run/crio/crio.sock',
  '/run/podman/podman.sock',
  '/run/dbus/system_bus_socket',
  '/run/systemd/private',
  '/run/snapd.socket',
  '/run/screen',
  '/run/libvirt',
  '/var/lib/lxd/unix.socket',
  '/var/snap/lxd/common/lxd/unix.socket',
  '/var/lib/incus/unix.socket',
  // Through it a command in the Windows Subsystem for Linux starts Windows programs.
  '/run/WSL',
]
const inHome: readonly string[] = ['.screen', '.docker/run', '.docker/desktop', '.colima', '.rd']
/** Socket names in a temporary folder of terminal multiplexers, editors and window managers that accept commands. */
const takesCommands = /^(tmux-|screens$|screen-|emacs\d|nvim\.|vscode-ipc-|vscode-git-|i3-|dbus-|kitty|zellij-)/

/** Socket names of key agents in a temporary folder. */
const keepsKeys = /^(ssh-|gpg-)/

/**
 * @param temporary the shared folders that the command sees
 * @param keys whether it may use keys through agents
 */
export async function outsideSockets(
  environment: NodeJS.ProcessEnv,
  home: string,
  temporary: readonly string[],
  keys: boolean,
): Promise<Outside> {
  const agent = environment['SSH_AUTH_SOCK'] ?? ''
  const isAsked = (name: string) => takesCommands.test(name) || (!keys && keepsKeys.test(name))
  const named = [
    /^unix:path=([^,;]+)/.exec(environment['DBUS_SESSION_BUS_ADDRESS'] ?? '')?.[1],
    /^unix:\/\/(.+)/.exec(environment['DOCKER_HOST'] ?? '')?.[1],
    environment['TMUX']?.split(',')[0],
    ...(keys ? [] : [agent, environment['GPG_AGENT_INFO']?.split(':')[0]]),
  ].filter((path) => path !== undefined)
  const found = await Promise.all([
    entries(
      environment['XDG_RUNTIME_DIR'] ?? '',
      (path) => !keys || (!path.endsWith('/gnupg') && !isWithin(agent, path)),
    ),
    ...temporary.map((folder) => entries(folder, (path) => isAsked(path.slice(folder.length + 1)))),
  ])
  const paths = [...fixed, ...inHome.map((name) => join(home, name)), ...named, ...found.flat()]
  return { paths: paths.filter(isPath), kept: keys ? [dirname(agent)].filter(isPath) : [] }
}

async function entries(folder: string, wanted: (path: string) => boolean): Promise<readonly string[]> {
  const names = isPath(folder) ? await readdir(folder).catch(() => []) : []
  return names.map((name) => join(folder, name)).filter(wanted)
}

const isPath = (path: string) => path.startsWith('/')
const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)
