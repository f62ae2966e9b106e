import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { labKeyIn } from '../../../src-main/host/bundles/machines/lab-server.ts'
import type { Host } from '../../../src-main/host/host.ts'
import type { HostOptions } from '../../../src-main/host/host-options.ts'
import type { QueueAddress } from '../../../src-shared/settings/queue-address.ts'
import { type CommandProcess, startCommand } from '../host/host-command.ts'
import { openTestHost, temporaryFolder } from '../host/host-open.ts'
import { temporaryProject } from '../project/temporary-project.ts'
import { compareTalk } from '../window/compare-lanes.ts'
import { type NatsServer, startNatsServer } from './nats-server.ts'

/** A server, a home with a project and the model profiles `Model a` to `c`, and what its machines are started with. */
export interface Laboratory {
  readonly nats: NatsServer
  readonly queue: QueueAddress
  readonly home: Host
  readonly homeFolder: string
  readonly projectId: string
  /** Public key of home. */
  readonly key: string
  /** A machine in this process. @returns ends it */
  machineHere(wishes?: MachineHereWishes): Promise<MachineHere>
  /** A machine in a process of its own, `agent worker`. */
  machineProcess(slots: number, more?: readonly string[]): Promise<CommandProcess>
}

interface MachineHereWishes {
  readonly slots?: number
  readonly accepts?: readonly string[]
  /** Left out: nothing starts containers there. */
  readonly findContainers?: HostOptions['findContainers']
}

export interface MachineHere {
  readonly said: readonly string[]
  readonly host: Host
  end(): Promise<void>
}

const noContainers = async () => ({ engine: null, reason: 'Neither Docker nor Podman is installed.' }) as const

/**
 * @param modelUrl of the scripted model
 * @param config more lines of the server's configuration
 * @param at data folder of home; left out: a temporary one
 */
export async function openLaboratory(modelUrl: string, config = '', at?: string): Promise<Laboratory> {
  const nats = await startNatsServer(config)
  onTestFinished(nats.stop)
  const project = await temporaryProject({ 'a.txt': 'one\n', 'b/c.txt': 'two\n' })
  const homeFolder = at ?? (await temporaryFolder())
  const home = await openTestHost({ dataFolder: homeFolder, findContainers: noContainers })
  const { project: opened } = await compareTalk(home, project.folder, modelUrl)
  const { id: key } = labKeyIn(homeFolder, null)
  const queue = { server: nats.url, caFile: null, keyFile: null, silentMs: 2000 }
  return {
    nats,
    queue,
    home,
    homeFolder,
    projectId: opened.id,
    key,
    machineHere: async ({ slots = 2, accepts = [key], findContainers = noContainers } = {}) => {
      const host = await openTestHost({ findContainers })
      await compareTalk(host, (await temporaryProject({})).folder, modelUrl)
      const ending = new AbortController()
      const said: string[] = []
      const say = (text: string) => {
        said.push(text)
      }
      const serving = host.serveTrials({ queue, slots, accepts, say }, ending.signal)
      return {
        said,
        host,
        end: async () => {
          ending.abort()
          await serving
        },
      }
    },
    machineProcess: async (slots, more = []) => {
      const folder = await temporaryFolder()
      mkdirSync(folder, { recursive: true })
      cpSync(join(homeFolder, 'profiles.json'), join(folder, 'profiles.json'))
      const args = ['worker', '--queue', nats.url, '--slots', `${slots}`, '--accept', key, '--unconfined', ...more]
      return startCommand(folder, args, { STRATAGEM_OLD_NATS: 'allow' })
    },
  }
}
