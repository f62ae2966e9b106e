import { link, mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { linkedFiles } from '../../src-main/sandbox/linked-files.ts'
import { anywhere, confinementIn, knownSandboxes } from '../kit/host/sandboxes.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'
import { toolBench } from '../tools/tool-kit.ts'

const posix = process.platform !== 'win32'

/** A project with links in it: to a file outside, to another of its own, and to a store of packages. */
async function linkedProject() {
  const top = await temporaryProject({ 'outside.txt': 'as it was\n', 'store/x.js': '1\n', 'work/own.txt': '1\n' })
  await mkdir(top.at('work/node_modules'))
  await link(top.at('outside.txt'), top.at('work/planted file.txt'))
  await link(top.at('work/own.txt'), top.at('work/twin.txt'))
  await link(top.at('store/x.js'), top.at('work/node_modules/x.js'))
  return top
}

test.skipIf(!posix)(
  'files with another name outside are found, but not those that a package manager links',
  async () => {
    const top = await linkedProject()
    const planted = top.at('work/planted file.txt')
    expect(await linkedFiles(top.at('work'))).toEqual([planted])
    // What takes its place is no link.
    await writeFile(top.at('new'), 'new\n')
    await rename(top.at('new'), planted)
    expect(await linkedFiles(top.at('work'))).toEqual([])
  },
)

describe.each(knownSandboxes)('by $name', ({ sandbox }) => {
  test.skipIf(sandbox === null)(
    'what is outside is not written through a link that was there before (T17)',
    async () => {
      const top = await linkedProject()
      const workspace = top.at('work')
      const linked = await linkedFiles(workspace)
      let place = { ...anywhere, workspace, kept: linked }
      const confinement = async () => (sandbox === null ? null : confinementIn(sandbox, place)())
      const { run } = await toolBench({}, { confinement })
      const shell = async (command: string) =>
        (await run('shell', { command: `cd '${workspace}'; ${command}` })).result.text
      const name = "'planted file.txt'"
      const tries = [`echo gone >${name}`, `truncate -s 0 ${name}`, `chmod 777 ${name}`, `mv ${name} x; echo gone >x`]
      for (const each of tries) await shell(each)
      await shell(`mkdir d; ln ${name} d/l; echo gone >d/l; sed -i s/as/gone/ ${name}`)
      expect(await top.read('outside.txt')).toBe('as it was\n')
      expect((await stat(top.at('outside.txt'))).mode & 0o777).toBe((await stat(top.at('work/own.txt'))).mode & 0o777)
      expect(await shell(`cat ${name}; echo 2 >twin.txt && cat own.txt`)).toBe('as it was\n2\n[exit code 0]')
      // The attempts are real.
      place = { ...place, kept: [] }
      await shell(tries[0] ?? '')
      expect(await top.read('outside.txt')).toBe('gone\n')
    },
  )
})
