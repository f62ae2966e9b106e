import { join } from 'node:path'
import { FailureError } from '../../src-shared/base/failure.ts'
import { createHost } from '../host/create-host.ts'
import type { Host, OtherHost } from '../host/host.ts'
import { fileManager } from './file-manager.ts'
import { openWebServer, type WebServer } from './web-server.ts'

export interface BrowserShellOptions {
  readonly dataFolder: string
  /** The folder of the app with `out/renderer` and `resources`. */
  readonly root: string
  readonly version: string
  /** 0 takes any free port. */
  readonly port: number
  readonly openProject: string | null
}

export type Served =
  | { readonly kind: 'serving'; readonly entry: string; close(): Promise<void> }
  /** Another window is open on this data folder. */
  | { readonly kind: 'elsewhere'; readonly other: OtherHost }

const keysReason = 'In the browser, Stratagem can’t use the system keychain.'

/**
 * Serves the app on the loopback address, for machines without a display.
 * @throws FailureError if the port is taken or the data folder can't be used
 */
export async function serveBrowser(options: BrowserShellOptions): Promise<Served> {
  const server = await openServer(options)
  const host = await openHost(options, server).catch(async (thrown: unknown) => {
    await server.close()
    throw thrown
  })
  const close = async () => {
    await server.close()
    await host.close()
  }
  const other = host.others().find((each) => each.shell !== 'command')
  if (other !== undefined) {
    await close()
    return { kind: 'elsewhere', other }
  }
  server.serve(host)
  return { kind: 'serving', entry: server.entry, close }
}

function openHost(options: BrowserShellOptions, server: WebServer): Promise<Host> {
  const reveal = fileManager()
  return createHost({
    dataFolder: options.dataFolder,
    resourcesFolder: join(options.root, 'resources'),
    shell: 'browser',
    version: options.version,
    keys: { kind: 'session', reason: keysReason },
    folderDialog: null,
    ...(reveal !== null && { revealFile: reveal }),
    openProject: () => options.openProject,
    url: server.origin,
    pacedDemo: true,
  })
}

async function openServer({ root, port }: BrowserShellOptions): Promise<WebServer> {
  try {
    return await openWebServer(join(root, 'out', 'renderer'), port)
  } catch (thrown) {
    throw new FailureError({
      kind: 'busy',
      message: `Port ${port} can’t be used${thrown instanceof Error ? `: ${thrown.message}` : ''}.`,
      advice: 'Choose another port with --port, or omit the option.',
    })
  }
}
