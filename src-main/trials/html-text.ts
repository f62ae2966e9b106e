const named: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML shows it, in elements and in quoted attributes. Source: OWASP, "Cross Site Scripting Prevention". */
export const htmlText = (text: string): string => text.replace(/[&<>"']/g, (character) => named[character] ?? '')
