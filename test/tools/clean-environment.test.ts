import { expect, test } from 'vitest'
import { cleanEnvironment } from '../../src-main/tools/clean-environment.ts'

test("what a command needs of the user's environment stays", () => {
  const variables = {
    PATH: '/bin',
    HOME: '/home/u',
    LANG: 'C',
    PWD: '/x',
    SSH_AUTH_SOCK: '/s',
    JAVA_HOME: '/j',
    NPM_CONFIG_REGISTRY: 'http://r',
  }
  expect(cleanEnvironment(variables)).toEqual({
    ...variables,
    TERM: 'dumb',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
  })
})

test.each([
  'OPENAI_API_KEY',
  'openai_api_key',
  'AZURE_OPENAI_KEY',
  'HF_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'DB_PASSWORD',
  'PGPASSWORD',
  'MYSQL_PASS',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'NPM_AUTH',
  'GITHUB_PAT',
  'SESSION_COOKIE',
  'SSH_PASSPHRASE',
  'GIT_DIR',
  'GIT_SSH_COMMAND',
  'ELECTRON_RUN_AS_NODE',
  'NODE_OPTIONS',
  'STRATAGEM_HOME',
  'BASH_ENV',
  'ENV',
  'npm_config_registry',
  'npm_lifecycle_event',
])('%s does not reach a command (T28)', (name) => {
  expect(cleanEnvironment({ [name]: 'canary' })).not.toHaveProperty(name)
})

test.each(['sk-abc', 'ghp_abc', 'github_pat_abc', 'xoxb-1', 'AKIA123', 'AIzaSy', 'glpat-x', 'Bearer x'])(
  'the value %s does not reach a command under any name (T28)',
  (value) => {
    expect(cleanEnvironment({ HARMLESS: value })).not.toHaveProperty('HARMLESS')
  },
)
