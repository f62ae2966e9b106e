import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeJsonFile } from '../../../src-main/host/data-folder/json-file.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'

const module = join(import.meta.dirname, '../../../src-main/host/data-folder/json-file.ts')

// A file that may not grow takes a part of a write, as a disk does that becomes full.
test.skipIf(process.platform === 'win32')(
  'a file that finds no room is as it was before, and that is said (T4)',
  async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'a.json')
    writeJsonFile(path, { kept: true })
    const script = `
    import { writeJsonFile } from ${JSON.stringify(module)}
    try {
      writeJsonFile(${JSON.stringify(path)}, { long: 'x'.repeat(5000) })
    } catch (thrown) {
      console.log(thrown.failure.kind)
    }`
    const shell = 'trap "" XFSZ; ulimit -f 1; exec "$0" --input-type=module -e "$1"'
    const { stdout } = spawnSync('sh', ['-c', shell, process.execPath, script], { encoding: 'utf8' })
    expect(stdout).toBe('store-failed\n')
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ kept: true })
    expect(await readdir(folder)).toEqual(['a.json'])
  },
)
