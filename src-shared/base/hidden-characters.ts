/**
 * Invisible characters that change what a reader sees: bidi controls, zero-width marks, tag
 * characters, other controls (T20, T24). Tab and line feed are harmless and stay.
 */
const controls = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f'
const bidi = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const unseen =
  '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200c\\u2028\\u2029\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}'
/** Joiners and variation marks are hidden too, except those that belong to an emoji. */
const pictographParts = '(?<!\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)[\\u200d\\ufe00-\\ufe0f]'
const hidden = new RegExp(`[${controls}${bidi}${unseen}]|${pictographParts}`, 'gu')

/** Replaces each hidden character by its number, `⟨U+202E⟩`. */
export function revealHidden(text: string): string {
  return text.replace(hidden, (mark) => `⟨U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
}

export function hasHidden(text: string): boolean {
  return text.search(hidden) !== -1
}
