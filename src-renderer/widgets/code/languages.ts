/** Names and file extensions of the bundled languages. Must match `workers/grammars.ts`, which a test checks. */
const names: { readonly [language: string]: { readonly label: string; readonly also: readonly string[] } } = {
  bash: { label: 'Shell', also: ['sh', 'shell', 'zsh', 'console', 'shellscript', 'shellsession'] },
  c: { label: 'C', also: ['h'] },
  cpp: { label: 'C++', also: ['c++', 'cc', 'cxx', 'hpp', 'hh', 'hxx'] },
  csharp: { label: 'C#', also: ['cs', 'c#'] },
  css: { label: 'CSS', also: [] },
  diff: { label: 'Diff', also: ['patch'] },
  go: { label: 'Go', also: ['golang'] },
  html: { label: 'HTML', also: ['htm', 'xhtml', 'svg', 'xml'] },
  java: { label: 'Java', also: [] },
  javascript: { label: 'JavaScript', also: ['js', 'mjs', 'cjs', 'node'] },
  json: { label: 'JSON', also: ['jsonc', 'json5', 'jsonl'] },
  jsx: { label: 'JSX', also: [] },
  markdown: { label: 'Markdown', also: ['md', 'mdx'] },
  php: { label: 'PHP', also: [] },
  python: { label: 'Python', also: ['py', 'pyi', 'python3'] },
  ruby: { label: 'Ruby', also: ['rb'] },
  rust: { label: 'Rust', also: ['rs'] },
  sql: { label: 'SQL', also: ['postgresql', 'mysql', 'sqlite'] },
  toml: { label: 'TOML', also: [] },
  tsx: { label: 'TSX', also: [] },
  typescript: { label: 'TypeScript', also: ['ts', 'mts', 'cts'] },
  yaml: { label: 'YAML', also: ['yml'] },
}
export const languages = Object.keys(names)
const byAlias = new Map(
  Object.entries(names).flatMap(([name, { also }]) => [name, ...also].map((each) => [each, name])),
)

/** The bundled language for the info string of a fence, or null: then the code stays plain. */
export function languageOf(word: string): string | null {
  return byAlias.get(word.toLowerCase()) ?? null
}

export function languageOfPath(path: string): string | null {
  const ending = /\.([^./\\]+)$/.exec(path)?.[1]
  return ending === undefined ? null : languageOf(ending)
}

/** The heading of a code block. */
export function languageLabel(word: string): string {
  const language = languageOf(word)
  return (language === null ? undefined : names[language]?.label) ?? word.slice(0, 24)
}
