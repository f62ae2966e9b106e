/**
 * Words of a variable's name that say that its value is a secret. Whole words only: `TOKENIZERS_PARALLELISM`, `AUTHOR`
 * and `KEYCLOAK_URL` hold none.
 */
const secretWords = new Set([
  ...['secret', 'secrets', 'password', 'passwords', 'passwd', 'passphrase', 'credential', 'credentials', 'bearer'],
  ...['apikey', 'apikeys', 'accesskey', 'privatekey', 'secretkey', 'authtoken', 'accesstoken', 'pwdhash'],
])
/** Words that say so unless the name ends with what is said about the secret: `TOKEN_LIMIT`, `AUTH_URL`. */
const secretUnlessAbout = new Set(['key', 'keys', 'token', 'auth', 'cookie', 'cookies', 'pass', 'pat', 'pwd'])
const about = new Set([
  ...[
    'url',
    'uri',
    'host',
    'domain',
    'endpoint',
    'port',
    'dir',
    'name',
    'type',
    'issuer',
    'audience',
    'region',
    'mode',
  ],
  ...['limit', 'limits', 'count', 'budget', 'length', 'size', 'ttl', 'timeout', 'expiry', 'enabled', 'sock', 'method'],
])
/** Tokens are counted, unless the name says what they open. */
const openingTokens = /(^|_)(access|api|auth|refresh|session|bot|deploy)_?tokens$/i
/** Words that were joined to another one: `PGPASSWORD`. */
const joined = /(password|passwd|passphrase|secret)$/

/** Values that are keys whatever their name is. Source: the issuers' documented prefixes. */
const keyValue = /^(sk-|sk_live_|rk_live_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abpr]-|AKIA|ASIA|AIza|hf_|npm_|Bearer )/

/** The app's own, or such as point a command elsewhere than to its project. */
const notForCommands = [
  /^(ELECTRON_|STRATAGEM_|BASH_FUNC_)/i,
  /^(NODE_CHANNEL_FD|NODE_TEST_CONTEXT|BASH_ENV|ENV|INIT_CWD|VITEST.*|RIPGREP_CONFIG_PATH)$/i,
  // An editor, a debugger or a dialog that a command would wait for.
  /^(SSH_ASKPASS.*|VSCODE_(INSPECTOR_OPTIONS|GIT_.*))$/i,
]
/** Git's variables that say who the user is and how servers are reached; others may name another repository. */
const ofGit =
  /^GIT_((AUTHOR|COMMITTER|SSL|HTTP|CURL|LFS|PROXY)_\w+|SSH(_COMMAND|_VARIANT)?|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM))$/i
/** What npm tells those that it runs, among it the folder that it works in. */
const ofNpm = /^npm_(package|lifecycle|node|command|execpath)|^npm_config_(?!registry$)/

/** Nobody can answer an editor, a pager or a question. `true` leaves the text as it is. */
const unattended = {
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_MERGE_AUTOEDIT: 'no',
  EDITOR: 'true',
  VISUAL: 'true',
}

let allowedNames: () => readonly string[] = () => []

/**
 * Has commands of this process get variables although their names say that they hold secrets. Like the variables
 * themselves, this is of the whole process.
 * @param names read for every command
 */
export function allowVariables(names: () => readonly string[]): void {
  allowedNames = names
}

/**
 * The environment for a command that a model wrote: the user's own, without secrets (threat T28), and with
 * variables that say the session is not interactive.
 */
export function cleanEnvironment(
  environment: NodeJS.ProcessEnv,
  allowed: readonly string[] = allowedNames(),
): NodeJS.ProcessEnv {
  const clean: NodeJS.ProcessEnv = {}
  // A user's own `npm_config_…` stays; npm's are there only for what it runs itself.
  const byNpm = environment['npm_lifecycle_event'] !== undefined
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || isOfAnother(name, byNpm) || isDebugged(name, value)) continue
    if (allowed.includes(name) || !holdsSecret(name, value)) clean[name] = value
  }
  return { ...clean, ...unattended }
}

/** The names of variables that commands do not get because they hold secrets, sorted. */
export function keptBack(environment: NodeJS.ProcessEnv, allowed: readonly string[] = allowedNames()): string[] {
  const names = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && !isOfAnother(name, true) && !allowed.includes(name) && holdsSecret(name, value)
      ? [name]
      : [],
  )
  return names.sort()
}

const isOfAnother = (name: string, byNpm: boolean): boolean =>
  notForCommands.some((each) => each.test(name)) ||
  (/^GIT_/i.test(name) && !ofGit.test(name)) ||
  (byNpm ? ofNpm.test(name) : /^npm_(package|lifecycle)/.test(name))

/** Set by an editor that debugs what is started in its terminal. */
const isDebugged = (name: string, value: string): boolean =>
  name === 'NODE_OPTIONS' && /--inspect|js-debug|bootloader/.test(value)

function holdsSecret(name: string, value: string): boolean {
  return keyValue.test(value) || isSecretName(name)
}

/** Whether a variable's name says that its value is a secret. */
export function isSecretName(name: string): boolean {
  // These name a socket, a file, or the working folder.
  if (/^(XAUTHORITY|PWD|OLDPWD)$/i.test(name)) return false
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((each) => each !== '')
  const last = words.at(-1) ?? ''
  if (words.some((each) => secretWords.has(each) || joined.test(each)) || openingTokens.test(name)) return true
  return !about.has(last) && words.some((each) => secretUnlessAbout.has(each.replace(/\d+$/, '')) && each !== 'auth0')
}
