import { type AutoRunKind, kinds } from './auto-run-kind.ts'

const opened = (who: string) => `${who} runs what it says when the folder is opened`
const starts = (who: string) => `${who} runs what it says when the environment starts`
const entered = (who: string) => `${who} runs or loads it when a shell enters the folder`

/** Opening or entering the folder. */
export const editors: readonly AutoRunKind[] = [
  kinds(opened('Visual Studio Code'), 'code.visualstudio.com: Workspace trust', '.vscode/ *.code-workspace'),
  kinds(
    opened('A JetBrains editor'),
    'jetbrains.com/help/idea: Project security',
    '.idea/ .fleet/ .run/ *.{iml,ipr,iws}',
  ),
  kinds(opened('Zed'), 'zed.dev/docs: Tasks, Worktree trust', '.zed/'),
  kinds(opened('Theia'), 'theia-ide.org: Tasks', '.theia/'),
  kinds(opened('Sublime Text'), 'sublimetext.com/docs: Projects, Build systems', '*.sublime-{project,build,commands}'),
  kinds(opened('Visual Studio'), 'learn.microsoft.com: Customize build and debug tasks', '.vs/'),
  kinds(opened('Eclipse'), 'help.eclipse.org: External tools builders', '.project .externaltoolbuilders/ .settings/'),
  kinds(opened('Nova'), 'help.nova.app: Tasks', '.nova/'),
  kinds(opened('Helix'), 'docs.helix-editor.com: Languages', '.helix/'),
  kinds(opened('Vim'), 'vimhelp.org: exrc', '.{vimrc,exrc,nvimrc,nvim.lua,lvimrc,gvimrc} .vim/ .nvim/ .lazy.lua'),
  kinds(opened('Emacs'), 'gnu.org: Directory Variables', '.dir-locals{,-2}.el'),
  kinds(
    opened('An editor’s completion'),
    'github.com/ycm-core/YouCompleteMe; luals.github.io',
    '.ycm_extra_conf.py .luarc.json{,c}',
  ),
  kinds(
    opened('Windows Explorer'),
    'learn.microsoft.com: Desktop.ini; attack.mitre.org: T1187',
    'desktop.ini autorun.inf *.{lnk,scf,library-ms,searchconnector-ms}',
  ),

  kinds(starts('The dev container'), 'containers.dev', '.devcontainer/ .devcontainer.json'),
  kinds(starts('Gitpod'), 'gitpod.io/docs', '.gitpod.{yml,dockerfile} .gitpod/ .ona/'),
  kinds(starts('Firebase Studio'), 'firebase.google.com: dev.nix', '.idx/'),
  kinds(starts('Replit'), 'docs.replit.com: .replit', '.replit replit.nix'),
  kinds(starts('CodeSandbox'), 'codesandbox.io/docs: Tasks', '.codesandbox/'),
  kinds(starts('StackBlitz'), 'developer.stackblitz.com', '.stackblitzrc'),
  kinds(starts('Devfile'), 'devfile.io', '{.,}devfile.{yaml,yml}'),
  kinds(starts('Devbox'), 'jetify.com/docs/devbox', 'devbox.json .devbox/'),
  kinds(starts('devenv'), 'devenv.sh', 'devenv.{nix,yaml,local.nix}'),
  kinds(starts('Nix'), 'nix.dev: nix-shell, flakes', '{shell,flake}.nix'),
  kinds('Any command of Vagrant runs it as code', 'developer.hashicorp.com: Vagrantfile', 'vagrantfile'),

  kinds(entered('direnv'), 'direnv.net', '.envrc{,.*} .direnv/ .direnvrc'),
  kinds(entered('autoenv'), 'github.com/hyperupcall/autoenv', '.autoenv{,.zsh,.leave,_leave.zsh}'),
  kinds(
    entered('mise'),
    'mise.jdx.dev: Configuration',
    '{.,}mise{,.*}.toml {.,}mise/ .config/mise{,.toml} .config/mise/ .rtx{,.*}.toml',
  ),
  kinds(entered('asdf'), 'asdf-vm.com: Configuration', '.tool-versions .asdfrc'),
  kinds(entered('RVM or SDKMAN'), 'rvm.io: rvmrc; sdkman.io: Env', '.rvmrc .sdkmanrc'),
  kinds(
    'A shell runs it when it starts',
    'gnu.org: Bash Startup Files; zsh.sourceforge.io; fishshell.com; learn.microsoft.com: about_Profiles',
    '.{bashrc,bash_profile,bash_login,bash_logout,profile,zshrc,zshenv,zprofile,zlogin,zlogout,inputrc,cshrc,tcshrc,kshrc,login,xprofile,xinitrc,xsession} .config/fish/ *profile.ps1',
  ),
  kinds(
    'The system starts it',
    'freedesktop.org: Autostart; systemd.io; developer.apple.com: launchd',
    '.config/{autostart,systemd}/ library/{launchagents,launchdaemons}/',
  ),
].flat()
