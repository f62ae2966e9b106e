// Loaded before the app (`--import`): measures how much work the host's thread does before it looks at anything else.
// Reports the processor time between two turns of a timer, so that a busy machine changes nothing; a line of JSON in the
// file that STRATAGEM_WATCH_TURNS names for each turn that took long. Pages of hosts that end in `.test` are fetched from
// this computer, as if it were the internet.

import { promises } from 'node:dns'
import { appendFileSync } from 'node:fs'
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const file = process.env.STRATAGEM_WATCH_TURNS
const worthNoting = 40
if (isMainThread && file !== undefined) {
  let before = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    const ms = (user + system) / 1000
    if (ms >= worthNoting) appendFileSync(file, `${JSON.stringify({ at: Date.now(), ms: Math.round(ms) })}\n`)
  }, 5).unref()

  const isHere = (host) => typeof host === 'string' && host.endsWith('.test')
  const lookup = promises.lookup
  promises.lookup = async (host, options) =>
    isHere(host) ? [{ address: '93.184.215.14', family: 4 }] : await lookup(host, options)
  const { request } = http
  http.request = (address, options, done) =>
    request(
      address,
      address instanceof URL && isHere(address.hostname) ? { ...options, lookup: toThisComputer } : options,
      done,
    )
  syncBuiltinESMExports()
}

function toThisComputer(_host, { all }, done) {
  if (all) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}
