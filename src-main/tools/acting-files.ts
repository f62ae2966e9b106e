import { matchesGlob } from './glob.ts'
import { dropIgnorable } from './visible.ts'

/**
 * Files that make programs act without anybody starting them, or that tell agents what to do: on a commit, on a push,
 * in a pipeline, when a folder is entered or opened in an editor. What a model was talked into by something it read
 * would outlive its run there (T23).
 */
const globs = [
  // Pipelines and hooks.
  '/.github/workflows/',
  '/.github/actions/',
  '.gitlab-ci.yml',
  '/.gitlab/ci/',
  '/.circleci/',
  '/.buildkite/',
  '/.woodpecker/',
  '{azure,bitbucket}-pipelines.yml',
  '{.travis,.drone,.woodpecker,.appveyor,appveyor}.yml',
  'Jenkinsfile',
  '.husky/',
  '.githooks/',
  '{,.}lefthook{,-local}.{yml,yaml,toml,json}',
  '.pre-commit-config.yaml',
  '.gitattributes',
  '.gitmodules',
  '.gitconfig',
  // Editors and containers.
  '.vscode/',
  '.idea/',
  '.fleet/',
  '.zed/',
  '.devcontainer/',
  '.devcontainer.json',
  '*.code-workspace',
  '.{vimrc,exrc,nvimrc,nvim.lua,dir-locals.el}',
  // Shells, and where programs come from.
  '.envrc',
  '{.,}mise{,.local}.toml',
  '.{bashrc,bash_profile,bash_login,profile,zshrc,zshenv,zprofile,zlogin,inputrc}',
  '.{npmrc,yarnrc,yarnrc.yml,pnpmfile.cjs,pypirc,netrc,curlrc,wgetrc}',
  'pip.{conf,ini}',
  'bunfig.toml',
  '.cargo/',
  '.yarn/',
  '.ssh/',
  'sitecustomize.py',
  'usercustomize.py',
  // What agents are told, and what they may do.
  '{CLAUDE,CLAUDE.local,AGENTS,AGENT,GEMINI}.md',
  '.{cursorrules,windsurfrules,clinerules,goosehints,roomodes}',
  '.{claude,cursor,codex,gemini,opencode,clinerules,continue,roo,windsurf,amazonq}/',
  '{.,}mcp.json',
  'opencode.json{,c}',
  '.aider.conf.yml',
  '/.github/{instructions,prompts,chatmodes,agents}/',
  '/.github/copilot-instructions.md',
]

/** @param path project-relative. Spelling that some file system takes for the same name counts as that name. */
export const isActing = (path: string): boolean => {
  const plain = path
    .split('/')
    .map((part) => dropIgnorable(part).replace(/(?<=.)[. ]+$/, ''))
    .join('/')
  return globs.some((glob) => matchesGlob(glob, plain, true))
}
