import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type FileLinks, FileLinksContext } from '../../../src-renderer/widgets/file-links/file-links.ts'
import { LinkedText } from '../../../src-renderer/widgets/file-links/linked-text.tsx'
import { StreamedMarkdown } from '../../../src-renderer/widgets/markdown/markdown.tsx'

const nothing = () => undefined
const links: FileLinks = {
  subscribe: () => nothing,
  known: (path) => (path === 'src/a.ts' ? path : null),
  want: nothing,
  open: nothing,
  menu: nothing,
}
const drawn = (text: string, streaming = false) =>
  renderToStaticMarkup(
    <FileLinksContext value={links}>
      <StreamedMarkdown text={text} streaming={streaming} />
    </FileLinksContext>,
  )
const titles = (html: string) => [...html.matchAll(/role="link"[^>]*title="([^"]*)"/g)].map(([, title]) => title)

test('files that exist are links in prose and inline code, not in code blocks and web links', () => {
  const text =
    'See src/a.ts:3 and `src/a.ts`, not src/b.ts.\n\n```ts\nsrc/a.ts\n```\n\n[src/a.ts](https://evil.example/src/a.ts)'
  expect(titles(drawn(text))).toEqual(['Open src/a.ts, line 3', 'Open src/a.ts'])
})

test('a text that is still written has none, and a text outside of a project has none', () => {
  expect(titles(drawn('See src/a.ts', true))).toEqual([])
  expect(renderToStaticMarkup(<LinkedText text="src/a.ts" />)).toBe('src/a.ts')
})

test('the words around a link stay as they are', () => {
  const html = renderToStaticMarkup(
    <FileLinksContext value={links}>
      <LinkedText text={'\tat f (src/a.ts:3:1)\n<b>'} />
    </FileLinksContext>,
  )
  expect(html.replace(/<\/?span[^>]*>/g, '')).toBe('\tat f (src/a.ts:3:1)\n&lt;b&gt;')
})
