import type { HoldingInput } from './holding-input.ts'

const cell = (spans: string) => `<table><tr><td ${spans}>x</td></tr></table>`
const times = (text: string, count: number) => text.repeat(count)

const pages: { readonly [name: string]: string } = {
  'a cell over 100,000 columns': cell('colspan="100000"'),
  'cells over 65,534 columns in 50 rows': `<table>${times('<tr><td colspan=65534>x</td></tr>', 50)}</table>`,
  'a cell over a billion rows': cell('rowspan="1000000000"'),
  'a cell over columns in character references': cell('colspan="&#49;&#48;00000"'),
  '100,000 cells in a row': `<table><tr>${times('<td>x', 100_000)}</tr></table>`,
  '400,000 nested parts': times('<div>', 400_000),
  '100,000 nested lists': times('<ul><li>', 100_000),
  '20,000 nested tables': times('<table><tr><td>', 20_000),
  '30,000 nested quotations': times('<blockquote>', 30_000),
  '200,000 links': times('<a href=x>y</a>', 200_000),
  'a million line breaks': times('<br>', 1_000_000),
  '5 million angle brackets': times('<', 5_000_000),
  'two million attributes': `<a ${times('a ', 2_000_000)}>`,
  'a million comments': times('<!--', 1_000_000),
  'five million spaces': times(' ', 5_000_000),
  'a million references': times('&amp;', 1_000_000),
  'a preformatted text of spaces': `<pre>${times(' ', 3_000_000)}x</pre>`,
}

/** Pages of a web server, read because a message names their address. */
export const pageInputs: readonly HoldingInput[] = Object.entries(pages).map(([name, html], at) => ({
  way: 'page',
  name,
  html,
  ...(at < 3 && { short: true }),
}))
