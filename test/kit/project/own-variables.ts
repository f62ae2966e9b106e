/**
 * Programs that tests start see the variables that a test names, and not what this machine's shell, CI or `npm run` have
 * set: a key of the user's, the folder npm was started in, and everything by which Node decides on colors
 * (https://nodejs.org/api/tty.html#writestreamgetcolordepthenv).
 */
const ofTheMachine =
  /^(?:INIT_CWD|OPENAI_API_KEY|ANTHROPIC_API_KEY|CI|NO_COLOR|FORCE_COLOR|NODE_DISABLE_COLORS|COLORTERM|TERM|TERM_PROGRAM|TMUX|TEAMCITY_VERSION|TF_BUILD|AGENT_NAME|APPVEYOR|BUILDKITE|CIRCLECI|DRONE|GITEA_ACTIONS|GITHUB_ACTIONS|GITLAB_CI|TRAVIS)$/

for (const name of Object.keys(process.env)) if (ofTheMachine.test(name)) delete process.env[name]
