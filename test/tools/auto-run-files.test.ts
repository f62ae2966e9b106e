import { mkdirSync, symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { autoRunKind, autoRunKinds } from '../../src-main/tools/auto-run-files/auto-run-files.ts'
import { decide } from '../../src-main/tools/gate.ts'
import { denied, toolBench } from './tool-kit.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const acting = words(`
  .github/workflows/ci.yml .github/actions/x/action.yml .github/dependabot.yml CODEOWNERS .github/settings.yml
  .gitlab-ci.yml .gitlab/ci/x.yml .forgejo/workflows/ci.yml .gitea/workflows/ci.yml .circleci/config.yml .travis.yml
  azure-pipelines.yml azure-pipelines.release.yml bitbucket-pipelines.yml .buildkite/pipeline.yml .woodpecker/x.yml
  .woodpecker.yml .drone.yml .drone.star .cirrus.yml .cirrus.star appveyor.yml .appveyor.yml .tekton/push.yaml
  .semaphore/semaphore.yml Jenkinsfile Jenkinsfile.release cloudbuild.yaml cloudbuild.json buildspec.yml appspec.yml
  amplify.yml .teamcity/settings.kts .build.yml .builds/x.yml .vela.yml .zuul.yaml zuul.d/x.yaml bamboo-specs/bamboo.yml
  buddy.yml codemagic.yaml bitrise.yml ci_scripts/ci_post_clone.sh .taskcluster.yml screwdriver.yaml ci.gocd.yaml
  .readthedocs.yaml netlify.toml vercel.json render.yaml railway.toml Procfile .do/app.yaml renovate.json .renovaterc
  .mergify.yml bors.toml .husky/pre-commit .huskyrc.js .githooks/pre-push .git-hooks/x lefthook.yml .lefthook.toml
  lefthook-local.yml lefthook.jsonc .config/lefthook.yml .pre-commit-config.yaml prek.toml hk.pkl .config/hk.local.pkl .hkrc.pkl .overcommit.yml simple-git-hooks.cjs captainhook.json grumphp.yml
  .lintstagedrc.json lint-staged.config.mjs .gitattributes .gitmodules .gitconfig .hg/hgrc .jj/config .svn/hooks/x
  .sl/config .reviewboardrc .arcconfig
  AGENTS.md AGENTS.override.md AGENT.md .agents/skills/x CLAUDE.md CLAUDE.local.md .claude/settings.json .claude-plugin/plugin.json .lsp.json GEMINI.md
  .gemini/settings.json QWEN.md .qwen/settings.json WARP.md .warp/x CRUSH.md crush.json .crush/x .codex/config.toml
  opencode.json opencode.jsonc .opencode/x .cursorrules .cursor/rules/x.mdc .cursor/hooks.json .windsurfrules
  .windsurf/rules/x .kiro/hooks/x .kiro/steering/x .clinerules .clinerules/x .roo/rules/x .roomodes .kilocode/x
  .aider.conf.yml .goosehints .goose/x .openhands/setup.sh .openhands/microagents/repo.md .continue/config.yaml
  .continuerules .amazonq/rules/x .github/copilot-instructions.md .github/copilot-setup-steps.yml
  .github/instructions/x.md .github/prompts/x.md .github/chatmodes/x .github/agents/x .junie/guidelines.md
  .aiassistant/rules/x .trae/rules/x .augment/rules/x .augment-guidelines .rules replit.md .factory/x .devin/x
  .sourcegraph/x .tabnine/x CODEBUDDY.md .iflow/x .lingma/x .zencoder/x firebender.json .bolt/prompt .pi/x .vibe/x
  .ruler/x .mcp.json mcp.json
  .vscode/tasks.json x.code-workspace .idea/workspace.xml x.iml .fleet/run.json .zed/tasks.json .theia/tasks.json
  x.sublime-project .vs/tasks.vs.json .project .settings/x .nova/x .helix/languages.toml .vimrc .exrc .nvim.lua .lvimrc
  .dir-locals.el .ycm_extra_conf.py .luarc.json desktop.ini autorun.inf readme.lnk .devcontainer/devcontainer.json
  .devcontainer.json .gitpod.yml .gitpod.Dockerfile .idx/dev.nix .replit replit.nix .codesandbox/tasks.json
  .stackblitzrc devfile.yaml devbox.json devenv.nix flake.nix shell.nix Vagrantfile .envrc .autoenv.zsh mise.toml
  .mise.toml .mise/config.toml .config/mise/config.toml mise.local.toml .tool-versions .rvmrc .sdkmanrc .bashrc .zshenv
  .profile Microsoft.PowerShell_profile.ps1 .config/autostart/x.desktop Library/LaunchAgents/x.plist
  sitecustomize.py usercustomize.py x.pth pyvenv.cfg conftest.py .pdbrc .venv/bin/python venv/Scripts/activate
  .venv/lib/python3/site-packages/x.py node_modules/.bin/tsc node_modules/left-pad/index.js pip.conf .pypirc .condarc
  .npmrc .yarnrc .yarnrc.yml .yarn/releases/yarn.cjs .pnp.cjs .pnpmfile.cjs .pnpmfile.mjs pnpm-workspace.yaml bunfig.toml .cargo/config.toml
  rust-toolchain.toml .mvn/jvm.config .mvn/extensions.xml gradle/wrapper/gradle-wrapper.properties .sbtopts .bazelrc
  .bazeliskrc tools/bazel .buckconfig .pants.rc site_scons/site_init.py .gclient Directory.Build.props nuget.config
  .bundle/config .irbrc .pryrc .rspec .gdbinit .lldbinit .perldb .Rprofile .Renviron .ghci .ocamlinit .iex.exs
  .octaverc .htaccess .user.ini web.config ansible.cfg .terraform/x .actrc .netrc .curlrc .ssh/config .aws/config
`)

/** One name by which some file system finds the same file. */
const spellings: readonly (readonly [string, (path: string) => string])[] = [
  ['as it is', (path) => path],
  ['in capitals', (path) => path.toUpperCase()],
  ['in a folder further down', (path) => `packages/one/${path}`],
  [
    'with dots and blanks at the end',
    (path) =>
      path
        .split('/')
        .map((part) => `${part}. .`)
        .join('/'),
  ],
  ['with a character that is left out', (path) => path.replace(/.$/u, '\u200d$&').replace(/^(.)/u, '$1\u200c')],
  ['with the name of a stream', (path) => `${path}::$DATA`],
  ['with a long s', (path) => path.replaceAll('s', 'ſ')],
]

test.each(spellings)('files that act by themselves are known, %s (T39)', (_, spelled) => {
  expect(acting.length).toBeGreaterThan(240)
  expect(acting.filter((path) => autoRunKind(spelled(path)) === null)).toEqual([])
})

test('each kind says who acts, and where that is written', () => {
  expect(autoRunKinds.length).toBeGreaterThan(200)
  for (const { glob, acts, source } of autoRunKinds) {
    expect(glob).toBe(glob.toLowerCase())
    expect(acts).toMatch(/^\w.*[^.]$/)
    expect(source).toMatch(/\w+\.\w+/)
  }
  // No two say the same.
  expect(new Set(autoRunKinds.map((each) => each.glob)).size).toBe(autoRunKinds.length)
})

test('what is changed every day, and works only when it is named, is an edit like any other', () => {
  const usual = words(`
    README.md src/agents.ts package.json package-lock.json Makefile Dockerfile docker-compose.yml tsconfig.json build.rs
    Cargo.toml pyproject.toml setup.py go.mod pom.xml build.gradle CMakeLists.txt vite.config.ts eslint.config.js .eslintrc.js
    .prettierrc jest.config.js pytest.ini tox.ini .editorconfig .gitignore .dockerignore .env.example test/conf.py
    docs/vscode/tasks.json docs/agents/readme.md src/mcp.ts npmrc .github/ISSUE_TEMPLATE.md .github/FUNDING.yml
    claude.ts src/rules.ts github/workflows/x.yml husky/x vscode/settings.json lib/node_modules.ts bin/tool index.html
    venv.md src/venv.py procfile.ts my.gitlab-ci.ts src/profile.ts settings.yml dependabot.yml bazel tools/bazel.py
    cloud/build.yaml Gemfile Rakefile spec/spec_helper.rb mix.exs rebar.config stack.yaml .clang-format .nvmrc`)
  expect(usual.filter((path) => autoRunKind(path) !== null)).toEqual([])
})

test.each(['.git::$INDEX_ALLOCATION/config', '.GIT /config', 'a/.g\u200cit./hooks/x', 'GIT~1/config'])(
  '%j is git’s own in each spelling',
  (path) => {
    const call = { tool: 'write_file', effect: 'edit', subject: path, writes: [path] } as const
    expect(decide(call, 'everything', []).kind).toBe('refuse')
  },
)

test('the settings of the app itself are known in each spelling', () => {
  for (const path of ['.ſtratagem/strategies/x.js', '.STRATAGEM::$DATA/x', '.stratagem. /x']) {
    const call = { tool: 'write_file', effect: 'edit', subject: path, writes: [path] } as const
    expect(decide(call, 'everything', [])).toEqual({ kind: 'ask', rule: null })
  }
})

test('the question names the program that acts, also for a file that is reached by a link', async () => {
  const bench = await toolBench({ 'a.txt': '' }, { approval: 'edits', answer: () => denied })
  mkdirSync(bench.project.at('.github/workflows'), { recursive: true })
  symlinkSync('.github/workflows', bench.project.at('harmless'))
  const { result } = await bench.run('write_file', { path: 'harmless/ci.yml', content: 'on: push\n' })
  expect(result.ok).toBe(false)
  expect(bench.approvals).toMatchObject([
    { note: '.github/workflows/ci.yml acts by itself: GitHub runs what it says after a push.' },
  ])
  expect((await bench.run('write_file', { path: 'src/new.ts', content: '' })).result.ok).toBe(true)
})
