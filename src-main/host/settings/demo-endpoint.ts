import type { DemoServer } from '../../model/demo/server.ts'

/** The offline demo model, started when it is first needed. */
export interface DemoEndpoint {
  /** Its base URL. */
  url(): Promise<string>
  /** The same, or an empty text where it was not started yet. */
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
