/** Variables that hold secrets, or the app's own that would affect the commands of the project. */
const removed = [
  /key|token|secret|passw|passphrase|credential|cookie|apikey|auth|(^|_)(pass|pat|pwd_?hash)$/i,
  /^(GIT_|ELECTRON_|STRATAGEM_|BASH_FUNC_)/i,
  // In capitals they are the user's own; in lower case npm sets them for what it runs itself.
  /^npm_(config|package|lifecycle|node|command|execpath)/,
  /^(NODE_OPTIONS|NODE_CHANNEL_FD|NODE_TEST_CONTEXT|BASH_ENV|ENV|INIT_CWD|VITEST.*|RIPGREP_CONFIG_PATH)$/i,
]
/** These name a socket or a file, and hold no secret themselves. */
const allowed = /^(SSH_AUTH_SOCK|XAUTHORITY|KEYBOARD\w*|DBUS_SESSION_BUS_ADDRESS)$/i
/** Values that are keys whatever their name is. Source: the issuers' documented prefixes. */
const keyValue = /^(sk-|sk_live_|rk_live_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abpr]-|AKIA|ASIA|AIza|hf_|npm_|Bearer )/

/**
 * The environment for a command that a model wrote: the user's own, without secrets (threat T28), and with
 * variables that say the session is not interactive.
 */
export function cleanEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const clean: NodeJS.ProcessEnv = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || keyValue.test(value)) continue
    if (allowed.test(name) || !removed.some((each) => each.test(name))) clean[name] = value
  }
  return { ...clean, TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' }
}
