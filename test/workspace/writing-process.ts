// A process that writes one large file of a project until it is killed.
import { guardFiles } from '../../src-main/workspace/guard/guarded-files.ts'

const [project = ''] = process.argv.slice(2)
const files = await guardFiles(project)
const text = 'x'.repeat(64 * 1024 * 1024)
for (;;) await files.writeText('sub/large.txt', text, 'any')
