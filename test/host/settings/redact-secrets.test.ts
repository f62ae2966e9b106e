import { expect, test } from 'vitest'
import { createRedactor, sameLengthMarks } from '../../../src-main/host/settings/redact-secrets.ts'

const long = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'
const hexes = '0123456789abcdef0123456789abcdef'

/** Made up, each in the shape of its service; put together here so that no scanner takes this file for a leak. */
const planted: readonly (readonly [string, string])[] = [
  ['private key', ['-----BEGIN RSA PRIVATE ', `KEY-----\n${long}\n`, '-----END RSA PRIVATE KEY-----'].join('')],
  ['Anthropic key', `sk-ant-${long}`],
  ['OpenRouter key', `sk-or-v1-${long}`],
  ['OpenAI key', `sk-proj-${long}`],
  ['Stripe key', `sk_live_${long}`],
  ['Groq key', `gsk_${long}`],
  ['xAI key', `xai-${long}`],
  ['Google key', `AIza${long}xyz`],
  ['Google token', `ya29.${long}`],
  ['Hugging Face token', `hf_${long}`],
  ['Replicate token', `r8_${long}`],
  ['AWS key', `AKIA${'ABCDEFGH12345678'}`],
  ['GitHub token', `ghp_${long}`],
  ['GitHub token', `github_pat_${long}`],
  ['GitLab token', `glpat-${long}`],
  ['npm token', `npm_${long}`],
  ['PyPI token', `pypi-${long}`],
  ['Slack token', `xoxb-${long}`],
  ['Slack address', `https://hooks.slack.com/services/T000/B000/${long}`],
  ['SendGrid key', `SG.${long}.${long}`],
  ['DigitalOcean token', `dop_v1_${hexes}`],
  ['Telegram token', `123456789:AA${long}`],
  ['Twilio key', `SK${hexes}`],
  ['Azure key', `AccountKey=${long}${long}==`],
  ['Shopify token', `shpat_${hexes}`],
  ['Linear key', `lin_api_${long}`],
  ['Notion token', `ntn_${long}${long}`],
  ['Databricks token', `dapi${hexes}`],
  ['Vault token', `hvs.${long}`],
  ['Docker token', `dckr_pat_${long}`],
  ['Supabase token', `sbp_${hexes}`],
  ['Figma token', `figd_${long}`],
  ['age key', `AGE-SECRET-KEY-1${long.toUpperCase()}${long.toUpperCase()}`],
  ['Perplexity key', `pplx-${long}`],
  ['JSON web token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.${long}`],
]

test.each(planted)('a planted %s is taken out and counted, wherever it stands (T30)', (kind, secret) => {
  for (const around of [
    (text: string) => text,
    (text: string) => `before "${text}" after`,
    (text: string) => `x\n${text}\ny`,
  ]) {
    const redactor = createRedactor([])
    const shown = redactor.deep({ deep: [{ text: around(secret) }] })
    expect(JSON.stringify(shown)).not.toContain(long)
    expect(JSON.stringify(shown)).not.toContain(JSON.stringify(secret).slice(1, -1))
    expect(redactor.found()).toEqual([{ kind, count: 1, places: [] }])
  }
})

test.each([
  [`Authorization: Bearer ${long}`, 'Authorization: Bearer [redacted: bearer token]'],
  ['postgres://ada:hunter22@db/x', 'postgres://ada:[redacted: password in an address]@db/x'],
  ['DB_PASSWORD=hunter2hunter2', 'DB_PASSWORD=[redacted: named secret]'],
  ['{\\"api_key\\": \\"abcd1234efgh\\"}', '{\\"api_key\\": \\"[redacted: named secret]\\"}'],
])('%j keeps what tells where it was', (text, shown) => {
  expect(createRedactor([]).text(text)).toBe(shown)
})

test('values of fields named like secrets go, whatever they look like', () => {
  const redactor = createRedactor([])
  expect(redactor.deep({ password: 'plain words', apiKey: 'x', clientSecret: 'four', tokens: 12 })).toEqual({
    password: '[redacted: named secret]',
    apiKey: 'x',
    clientSecret: '[redacted: named secret]',
    tokens: 12,
  })
})

test('ordinary code and prose stay as they are', () => {
  const redactor = createRedactor([])
  for (const text of [
    'const token: string = readToken(file)',
    'The password field is required; secret santa comes on 24.12.',
    'https://example.org/a:b@c and user@example.org',
    'sk-learn, task-runner, hf_hub, 3f2a8c…',
    'src/tokens.ts:12: tokens = count * 2',
  ])
    expect(redactor.text(text)).toBe(text)
  expect(redactor.found()).toEqual([])
})

test.each(planted)(
  '%s: what was learned in one text is taken out of all of them, and no length changes',
  (kind, secret) => {
    const redactor = createRedactor([], sameLengthMarks())
    redactor.learn(`here: ${secret}`)
    // Without what tells its shape: as a strategy may cut and join it.
    for (const text of [`"${secret}"`, `x${secret}y`, `${secret}${secret}`]) {
      const shown = redactor.text(text, 'a place')
      expect(shown).toHaveLength(text.length)
      expect(shown).not.toContain(long.slice(4, 20))
      expect(redactor.text(shown)).toBe(shown)
    }
    expect(redactor.found()).toEqual([{ kind, count: 4, places: ['a place'] }])
  },
)

test('a key of the app is taken out whatever it looks like', () => {
  const redactor = createRedactor(['plain-as-day'])
  expect(redactor.text('it is plain-as-day.')).toBe('it is [redacted: key of this app].')
})

test('a secret that is the name of a field goes too, and no field with it', () => {
  const [one, other] = [`sk-proj-${long}`, `sk-proj-${long.toLowerCase()}`]
  const counts = { uses: { [one]: 1, [other]: 2, plain: 3 }, said: `${other}, ${one}` }
  const readable = createRedactor([]).deep(counts)
  expect(readable.uses).toEqual({ '[redacted: OpenAI key]': 1, '[redacted: OpenAI key] 2': 2, plain: 3 })
  const redactor = createRedactor([], sameLengthMarks())
  redactor.learn(one)
  const { uses, said } = redactor.deep(counts)
  expect(Object.values(uses)).toEqual([1, 2, 3])
  const [first, second] = Object.keys(uses)
  expect([first?.length, second?.length]).toEqual([one.length, other.length])
  // One secret has one mark, in names and in texts.
  expect(said).toBe(`${second}, ${first}`)
  expect(JSON.stringify(uses)).not.toContain(long.slice(4, 20))
  expect(redactor.deep(uses)).toEqual(uses)
  expect(redactor.found()).toEqual([{ kind: 'OpenAI key', count: 4, places: [] }])
})
