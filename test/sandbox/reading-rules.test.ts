import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readingRules } from '../../src-main/sandbox/reading-rules.ts'
import { knownSandboxes } from '../kit/host/sandboxes.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

for (const { name, sandbox } of knownSandboxes)
  test.skipIf(sandbox === null)(`what only reads writes nowhere and reaches nobody, by ${name}`, async () => {
    if (sandbox === null) return
    const { folder, at } = await temporaryProject({ 'project/a.txt': 'one\n', 'secret.txt': 'canary\n' })
    mkdirSync(at('data/view'), { recursive: true })
    writeFileSync(at('data/view/config'), 'seen\n')
    writeFileSync(at('data/stratagem.db'), 'hidden\n')
    const server = createServer((socket) => socket.end('reached'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const rules = await readingRules([at('project'), at('data/view')], [at('data')], ['/usr/bin/git'])
    const confine = await sandbox.confine(rules)
    const run = (script: string) => {
      const { program, args, environment } = confine('/bin/bash', ['-c', script])
      const env = { PATH: process.env['PATH'], HOME: folder, ...environment }
      try {
        return execFileSync(program, args, { cwd: at('project'), env, encoding: 'utf8', stdio: 'pipe' })
      } catch {
        return 'failed'
      }
    }
    expect(run(`cat a.txt '${at('data/view/config')}'`)).toBe('one\nseen\n')
    for (const path of [at('project/made'), at('data/view/made'), at('made'), '/tmp/made', '/var/tmp/stratagem-made']) {
      // What is hidden is another folder, which goes with the program: root may write there.
      const said = run(`echo 1 > '${path}'`)
      if (path.startsWith(at('project')) || path.startsWith(at('data'))) expect([path, said]).toEqual([path, 'failed'])
      expect([path, existsSync(path)]).toEqual([path, false])
    }
    expect(run(`cat '${at('data/stratagem.db')}'`)).toBe('failed')
    expect(run(`cat < /dev/tcp/127.0.0.1/${port}`)).toBe('failed')
    if (process.platform === 'linux') {
      expect(run(`cat '${at('secret.txt')}'`)).toBe('failed')
      expect(run('ls -A /home /root /tmp/*/secret.txt 2>/dev/null | grep -v : | grep .')).toBe('failed')
    }
  })
