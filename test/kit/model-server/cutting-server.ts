import { type FaultServer, openFaultServer } from './model-fault-server.ts'

export interface CuttingServer extends FaultServer {
  /** What the next answers consist of, and after which bytes it is cut into parts. */
  next: { readonly bytes: Buffer; readonly cuts: readonly number[] }
}

/** A model server that sends given bytes in given parts, each in a turn of the loop of its own. */
export async function openCuttingServer(): Promise<CuttingServer> {
  let next: CuttingServer['next'] = { bytes: Buffer.alloc(0), cuts: [] }
  const server = await openFaultServer(async ({ response }) => {
    const { bytes, cuts } = next
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.socket?.setNoDelay(true)
    let from = 0
    for (const cut of [...cuts, bytes.length]) {
      response.write(bytes.subarray(from, cut))
      from = cut
      await new Promise((turn) => setImmediate(turn))
    }
    response.end()
  })
  return {
    ...server,
    get next() {
      return next
    },
    set next(value) {
      next = value
    },
  }
}
