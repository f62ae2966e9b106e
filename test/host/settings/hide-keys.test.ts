import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hideKeys } from '../../../src-main/host/settings/redact-keys.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const key = 'canary-key-0123456789'

describe('hiding keys in what tools bring back (T28)', () => {
  it('finds a key however the output is cut into parts, and loses nothing else', () => {
    const hider = hideKeys([key, 'short'])
    const word = fc.constantFrom('ab', key.slice(0, 5), key, '\n', 'short', 'canary-')
    fc.assert(
      fc.property(fc.array(word), fc.array(fc.nat(30)), (words, cuts) => {
        const whole = words.join('')
        const heard: string[] = []
        const stream = hider.stream((text) => heard.push(text))
        let at = 0
        for (const cut of cuts) {
          stream.push(whole.slice(at, at + cut))
          at += cut
        }
        stream.push(whole.slice(at))
        stream.end()
        expect(heard.join('')).toBe(whole.replaceAll(key, '[key]'))
      }),
    )
  })

  it('keeps a key that a command prints out of the model, the log and the data folder', async () => {
    const dataFolder = await temporaryFolder()
    const files = await temporaryProject({ 'a.txt': 'a\n' })
    const printed = `node -e "process.stdout.write(['canary-key','0123456789'].join('-'))"`
    const server = await hostModelServer((_asked, turn) =>
      turn === 0 ? { calls: [{ tool: 'shell', arguments: { command: printed } }] } : { text: 'Done.' },
    )
    const host = await openTestHost({ dataFolder })
    const { message } = await newTestConversation(host, files.folder, testProfile(server.url), key)
    const run = await runToEnd(host, message('Print it.'))
    expect(run.status).toBe('completed')
    expect(server.keys[0]).toContain(key)
    expect(server.sent.at(-1)).toContain('[key]')
    expect(server.sent.join('')).not.toContain(key)
    expect(JSON.stringify(eventsOf(host, run.id))).not.toContain(key)
    await host.close()
    for (const name of await readdir(dataFolder, { recursive: true })) {
      const text = await readFile(path.join(dataFolder, name)).catch(() => null) // folders are listed as well
      expect(text?.includes(key) ?? false).toBe(false)
    }
  })
})
