/**
 * Patterns of secrets, as services publish them for scanners; the first match names the kind. Texts of strangers of any
 * length are searched with them, so that none may take the square of it: a look back comes after a look at the first
 * character, and what is repeated has a limit where something else has to follow (T79).
 */
export const secretShapes: readonly { readonly kind: string; readonly shape: RegExp }[] = [
  { kind: 'private key', shape: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g },
  { kind: 'Anthropic key', shape: /\bsk-ant-[\w-]{16,}/g },
  { kind: 'OpenRouter key', shape: /\bsk-or-[\w-]{16,}/g },
  { kind: 'OpenAI key', shape: /\bsk-[\w-]{16,}/g },
  { kind: 'Stripe key', shape: /\b[rs]k_(?:live|test)_\w{10,}/g },
  { kind: 'Groq key', shape: /\bgsk_\w{16,}/g },
  { kind: 'xAI key', shape: /\bxai-[\w-]{16,}/g },
  { kind: 'Google key', shape: /\bAIza[\w-]{30,}/g },
  { kind: 'Google token', shape: /\bya29\.[\w-]{16,}/g },
  { kind: 'Hugging Face token', shape: /\bhf_\w{16,}/g },
  { kind: 'Replicate token', shape: /\br8_\w{16,}/g },
  { kind: 'AWS key', shape: /\b(?:AKIA|ASIA|AROA)[0-9A-Z]{16}\b/g },
  { kind: 'GitHub token', shape: /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,})/g },
  { kind: 'GitLab token', shape: /\bglpat-[\w-]{16,}/g },
  { kind: 'npm token', shape: /\bnpm_\w{20,}/g },
  { kind: 'PyPI token', shape: /\bpypi-[\w-]{20,}/g },
  { kind: 'Slack token', shape: /\bxox[abeoprs]-[\w-]{10,}/g },
  { kind: 'Slack address', shape: /https:\/\/hooks\.slack\.com\/services\/[\w/]+/g },
  { kind: 'SendGrid key', shape: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
  { kind: 'DigitalOcean token', shape: /\bdo[opr]_v1_[0-9a-f]{32,}/g },
  { kind: 'Telegram token', shape: /\b\d{8,10}:AA[\w-]{30,}/g },
  { kind: 'Twilio key', shape: /\bSK[0-9a-f]{32}\b/g },
  { kind: 'Azure key', shape: /(?<=AccountKey=)[A-Za-z0-9+/]{40,}={0,2}/g },
  { kind: 'Shopify token', shape: /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/g },
  { kind: 'Linear key', shape: /\blin_api_\w{16,}/g },
  { kind: 'Notion token', shape: /\b(?:secret|ntn)_[A-Za-z0-9]{40,}/g },
  { kind: 'Databricks token', shape: /\bdapi[0-9a-f]{32}\b/g },
  { kind: 'Vault token', shape: /\bhv[sb]\.[\w-]{20,}/g },
  { kind: 'Docker token', shape: /\bdckr_pat_[\w-]{20,}/g },
  { kind: 'Supabase token', shape: /\bsbp_[0-9a-f]{32,}/g },
  { kind: 'Figma token', shape: /\bfig[dou]_[\w-]{20,}/g },
  { kind: 'age key', shape: /\bAGE-SECRET-KEY-1[0-9A-Z]{40,}/g },
  { kind: 'Perplexity key', shape: /\bpplx-\w{20,}/g },
  { kind: 'JSON web token', shape: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  { kind: 'bearer token', shape: /(?=[\w.~+/-])(?<=\bBearer\s+)[\w.~+/-]{12,}=*/g },
  { kind: 'password in an address', shape: /(?<=\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s:/@]{3,}(?=@)/gi },
  {
    kind: 'named secret',
    shape:
      /(?=[A-Za-z0-9_\-+/=!@#$%^&*])(?<=(?:password|passwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key)\\?["']?\s*[:=]\s*\\?["']?)(?=[^\s"'\\,;]{0,200}\d)[A-Za-z0-9_\-+/=!@#$%^&*]{8,}/gi,
  },
]

/** Names of fields whose values are secrets, whatever they look like. */
export const secretName =
  /(?:password|passwd|secret|api[-_]?key|access[-_]?key|access[-_]?token|auth[-_]?token|private[-_]?key)$/i
