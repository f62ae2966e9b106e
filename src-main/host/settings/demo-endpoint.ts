import type { DemoServer } from '../../model/demo/server.ts'

/** The offline demo model, started on first use. */
export interface DemoEndpoint {
  /** Its base URL. */
  url(): Promise<string>
  /** The same, or an empty string if it was not started yet. */
  known(): string
  close(): Promise<void>
}

export function createDemoEndpoint(): DemoEndpoint {
  let server: Promise<DemoServer> | null = null
  let known = ''
  return {
    url: async () => {
      server ??= import('../../model/demo/server.ts').then(({ startDemoServer }) => startDemoServer())
      known = (await server).url
      return known
    },
    known: () => known,
    close: async () => {
      if (server !== null) await (await server).close()
      server = null
      known = ''
    },
  }
}
