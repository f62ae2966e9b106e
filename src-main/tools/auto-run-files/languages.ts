import { type AutoRunKind, kinds } from './auto-run-kind.ts'

const loads = (who: string) => `${who} loads it as code whenever it starts here`
const from = (who: string) => `${who} takes programs, or where they come from, from it`

/** Files that a program loads silently when it is started for something else. */
export const languages: readonly AutoRunKind[] = [
  kinds(loads('Python'), 'docs.python.org: site', '{site,user}customize.py *.pth pyvenv.cfg'),
  kinds(loads('pytest'), 'docs.pytest.org: conftest.py', 'conftest.py'),
  kinds(loads('The Python debugger'), 'docs.python.org: pdb', '.pdbrc{,.py}'),
  kinds(
    'Programs of this name run instead of the system’s, and no diff shows it',
    'docs.python.org: venv; docs.npmjs.com: folders',
    '{.venv,venv}/{bin,scripts,lib,lib64}/ site-packages/ node_modules/',
  ),
  kinds(
    from('pip or conda'),
    'pip.pypa.io: Configuration; docs.conda.io',
    'pip.{conf,ini} .pypirc {.,}condarc uv.toml poetry.toml',
  ),
  kinds(from('npm'), 'docs.npmjs.com: .npmrc', '.npmrc'),
  kinds(from('Yarn'), 'yarnpkg.com: .yarnrc.yml, PnP', '.yarnrc{,.yml} .yarn/ .pnp.{js,cjs,loader.mjs}'),
  kinds(
    from('pnpm or Bun'),
    'pnpm.io: .pnpmfile.cjs, Config Dependencies; bun.sh: bunfig.toml',
    '{.,}pnpmfile.{cjs,js,mjs} pnpm-workspace.yaml bunfig.toml',
  ),
  kinds(from('Cargo'), 'doc.rust-lang.org: Configuration', '.cargo/'),
  kinds(from('rustup'), 'rust-lang.github.io/rustup: Overrides', 'rust-toolchain{,.toml}'),
  kinds(from('Maven'), 'maven.apache.org: .mvn', '.mvn/'),
  kinds(from('The Gradle wrapper'), 'docs.gradle.org: Gradle Wrapper', 'gradle/wrapper/ init.gradle{,.kts}'),
  kinds(from('sbt'), 'scala-sbt.org: Command line', '.sbtopts .jvmopts .sbtrc'),
  kinds(
    from('Bazel'),
    'bazel.build: bazelrc; github.com/bazelbuild/bazelisk',
    '{.,}bazelrc .bazeliskrc {user,.user,local}.bazelrc tools/bazel',
  ),
  kinds(
    from('Buck or Pants'),
    'buck2.build: buckconfig; pantsbuild.org: .pants.rc',
    '.buckconfig{,.local} .buckconfig.d/ .pants.{rc,bootstrap}',
  ),
  kinds(loads('SCons or gclient'), 'scons.org: site_scons; chromium.googlesource.com: gclient', 'site_scons/ .gclient'),
  kinds(
    from('MSBuild'),
    'learn.microsoft.com: Customize your build',
    'directory.build.{props,targets,rsp} msbuild.rsp .config/dotnet-tools.json',
  ),
  kinds(from('NuGet'), 'learn.microsoft.com: nuget.config', 'nuget.config'),
  kinds(from('Bundler'), 'bundler.io: bundle config', '.bundle/'),
  kinds(loads('A Ruby console'), 'ruby-doc.org: IRB; pry.github.io', '.{irbrc,pryrc,byebugrc,rdbgrc,rdbgrc.rb}'),
  kinds(loads('RSpec'), 'rspec.info: Configuration', '.rspec{,-local}'),
  kinds(loads('The debugger'), 'sourceware.org: gdb startup; lldb.llvm.org', '.{gdbinit,gdbearlyinit,lldbinit}{,-*}'),
  kinds(loads('The Perl debugger'), 'perldoc.perl.org: perldebug', '{.,}perldb{,.ini}'),
  kinds(loads('R'), 'stat.ethz.ch: Startup', '.{rprofile,renviron} rprofile.site'),
  kinds(loads('GHCi'), 'ghc.gitlab.haskell.org: .ghci files', '.ghci'),
  kinds(loads('OCaml'), 'ocaml.org: toplevel', '.ocamlinit'),
  kinds(loads('Erlang or Elixir'), 'erlang.org: erl; hexdocs.pm: IEx', '.erlang .iex.exs'),
  kinds(loads('Octave or MATLAB'), 'docs.octave.org: Startup Files; mathworks.com: startup', '.octaverc startup.m'),
  kinds(
    'The web server obeys it',
    'httpd.apache.org: .htaccess; php.net: .user.ini; learn.microsoft.com: web.config',
    '.htaccess .user.ini web.config',
  ),
  kinds(from('Ansible'), 'docs.ansible.com: Configuration', '{.,}ansible.cfg'),
  kinds(from('Terraform'), 'developer.hashicorp.com: CLI configuration', '.terraform/ {.,}terraformrc terraform.rc'),
  kinds(from('act'), 'nektosact.com', '.actrc'),
  kinds(
    from('A program for fetching or signing'),
    'curl.se: config; gnu.org: wgetrc; man.openbsd.org: ssh_config',
    '.{netrc,curlrc,wgetrc} .ssh/ .gnupg/',
  ),
  kinds(
    from('A command line of a cloud'),
    'docs.aws.amazon.com: credential_process; kubernetes.io: kubeconfig exec; docs.docker.com: credHelpers',
    '.aws/ .kube/ .docker/',
  ),
].flat()
