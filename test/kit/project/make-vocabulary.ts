/**
 * The step vocabulary as users' strategy files see it: the real source without its types, as
 * one module. `node test/kit/project/make-vocabulary.ts` rewrites it after a change.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { noLimits } from '../../../src-shared/model/tool.ts'

const { transformSync } = createRequire(import.meta.url)('amaro')
const root = join(import.meta.dirname, '../../..')
export const vocabularyFile = join(root, 'resources/strategies/vocabulary.js')

/** What the sources use of other houses; it is not exported. */
const used = ['../../src-shared/base/excess.ts']
const sources = [
  'steps.ts',
  'messages.ts',
  'outcome.ts',
  'from-machine.ts',
  'strategy-tools/validate-call.ts',
  'strategy-tools/tool-fields.ts',
]

export function makeVocabulary(): string {
  const parts = [...sources, ...used].map((name) => {
    const text = readFileSync(join(root, 'src-main/strategy', name), 'utf8')
    const { code } = transformSync(text, { mode: 'strip-only' })
    const own = tidy(code)
    return `// ${name}\n${used.includes(name) ? own.replaceAll(/^export /gm, '') : own}`
  })
  const head = '// Made from src-main/strategy by test/kit/project/make-vocabulary.ts; a test compares it.'
  return `${head}\nexport const noLimits = ${JSON.stringify(noLimits)}\n\n${parts.join('\n\n')}\n`
}

/** Removes imports, since everything is in one module, docstrings, and the blank lines that types leave. */
function tidy(code: string): string {
  const whole = code
    .replace(/^import [^\n]*?from '[^']*'$/gm, '')
    .replace(/^import \{[^}]*\} from '[^']*'$/gm, '')
    .replace(/^\s*\/\*\*[\s\S]*?\*\//gm, '')
  return whole
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '' && line.trim() !== ';')
    .join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(vocabularyFile, makeVocabulary())
