import { gunzipSync, gzipSync } from 'node:zlib'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { type ExportSubject, partSize } from '../../../src-shared/api/export-requests.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/** Made up; put together here so that no scanner takes this file for a leak. */
export const secret = ['sk', 'proj', 'a1B2c3D4e5F6g7H8i9J0'].join('-')

/** Two turns, in which a key is read, told and written down. */
export async function conversationWithSecrets() {
  const files = await temporaryProject({ '.env': `OPENAI_API_KEY=${secret}\n`, 'note.txt': 'one\n' })
  const server = await hostModelServer(({ messages }, turn) => {
    if (messages.length > 6) return { text: `Still ${secret}.` }
    if (turn === 0) return { calls: [{ tool: 'read_file', arguments: { path: '.env' } }] }
    if (turn === 1)
      return { calls: [{ tool: 'write_file', arguments: { path: 'copy.txt', content: `key ${secret}\n` } }] }
    return { text: `It has the key ${secret} and I wrote it down.` }
  })
  const host = await openTestHost()
  const { project, conversation, message } = await newTestConversation(host, files.folder, testProfile(server.url))
  const first = await runToEnd(host, message('What is in .env?'))
  const second = await runToEnd(host, message('And now?', { parentId: first.turnId }))
  return { host, project, conversation, runs: [first, second] }
}

export async function bundleOf(host: Host, subject: ExportSubject) {
  const made = await ask(host, 'export-prepare', { subject, format: 'bundle' })
  const parts: Buffer[] = []
  for (let part = 0, last = false; !last; part++) {
    const got = await ask(host, 'export-read', { exportId: made.exportId, part })
    parts.push(Buffer.from(got.bytes, 'base64'))
    last = got.last
  }
  return { ...made, bytes: Buffer.concat(parts) }
}

export async function importInto(host: Host, bytes: Buffer, projectId: string | null = null) {
  const { importId } = await ask(host, 'import-begin', {})
  for (let at = 0; at < bytes.length; at += partSize) {
    const part = bytes.subarray(at, at + partSize)
    await ask(host, 'import-add', { importId, bytes: part.toString('base64') })
  }
  return ask(host, 'import-finish', { importId, projectId })
}

export const linesOf = (bytes: Buffer): string[] => gunzipSync(bytes).toString().trimEnd().split('\n')
export const packed = (lines: readonly string[]): Buffer => gzipSync(lines.map((line) => `${line}\n`).join(''))
