/**
 * Where keys, credentials and what is like them lie in a user's home: a command that may read them could send them away.
 * The list is data; `key-rules.ts` says what is made of it.
 */
export interface KeyPlace {
  /** What it holds, and the source that says so. */
  readonly why: string
  /** Files and folders, from the home folder. `.config`, `.local/share`, `.local/state` and `.cache` move as XDG says. */
  readonly paths: readonly string[]
  /**
   * Variables that name another place. `file`, `folder`: it itself; `files`: several, as PATH lists them; else the name
   * of the file or folder in the one that the variable names.
   */
  readonly movedBy?: Readonly<Record<string, 'file' | 'files' | 'folder' | { readonly holding: readonly string[] }>>
}

export const keyPlaces: readonly KeyPlace[] = [
  // Keys
  { why: 'private keys and hosts: ssh(1), FILES', paths: ['.ssh'] },
  { why: 'private keys: gnupg manual, GNUPGHOME', paths: ['.gnupg'], movedBy: { GNUPGHOME: 'folder' } },
  {
    why: 'age and SOPS keys: sops README, "age"',
    paths: ['.config/sops/age', '.age', '.config/age'],
    movedBy: { SOPS_AGE_KEY_FILE: 'file' },
  },
  { why: 'minisign(1) and signify keys', paths: ['.minisign', '.signify'] },
  {
    why: 'keys of wallets, as each calls its folder',
    paths: ['.bitcoin', '.ethereum', '.electrum', '.config/solana/id.json', '.monero', '.config/Exodus'],
  },

  // Clouds
  {
    why: 'AWS CLI guide, "Configuration and credential files"',
    paths: ['.aws'],
    movedBy: { AWS_SHARED_CREDENTIALS_FILE: 'file', AWS_CONFIG_FILE: 'file' },
  },
  {
    why: 'gcloud: CLOUDSDK_CONFIG; Google application default credentials',
    paths: ['.config/gcloud', '.boto'],
    movedBy: { CLOUDSDK_CONFIG: 'folder', GOOGLE_APPLICATION_CREDENTIALS: 'file' },
  },
  { why: 'Azure CLI, AZURE_CONFIG_DIR', paths: ['.azure'], movedBy: { AZURE_CONFIG_DIR: 'folder' } },
  {
    why: 'tokens of other clouds, each where its command line keeps them',
    paths: [
      '.oci',
      '.aliyun',
      '.tccli',
      '.bluemix',
      '.config/doctl',
      '.config/hcloud',
      '.config/scw',
      '.config/linode-cli',
      '.fly',
      '.config/netlify',
      '.netlify',
      '.local/share/com.vercel.cli',
      '.config/configstore',
      '.railway',
      '.wrangler',
      '.config/.wrangler',
      '.supabase',
      '.config/heroku',
      '.config/ngrok',
      '.ngrok2',
      '.cloudflared',
      'Library/Application Support/com.vercel.cli',
      'Library/Application Support/ngrok',
      'Library/Preferences/netlify',
      'Library/Preferences/.wrangler',
    ],
  },
  {
    why: 'rclone config, S3 clients',
    paths: ['.config/rclone', '.s3cfg', '.mc', '.passwd-s3fs'],
    movedBy: { RCLONE_CONFIG: 'file' },
  },
  {
    why: 'Terraform CLI, "Credentials"; Pulumi; Vault',
    paths: ['.terraform.d', '.terraformrc', '.pulumi/credentials.json', '.vault-token', '.config/vault'],
    movedBy: { TF_CLI_CONFIG_FILE: 'file' },
  },
  { why: 'Kubernetes: kubeconfig', paths: ['.kube'], movedBy: { KUBECONFIG: 'files' } },
  {
    why: 'docker login, podman login',
    paths: ['.docker/config.json', '.config/containers/auth.json'],
    movedBy: {
      DOCKER_CONFIG: { holding: ['config.json'] },
      REGISTRY_AUTH_FILE: 'file',
      XDG_RUNTIME_DIR: { holding: ['containers/auth.json'] },
    },
  },

  // Forges and hosts
  {
    why: 'git-credential-store(1)',
    paths: ['.git-credentials', '.config/git/credentials', '.config/git-credential-oauth'],
  },
  {
    why: 'gh, glab, hub, tea: where they keep tokens',
    paths: [
      '.config/gh',
      '.config/glab-cli',
      '.config/hub',
      '.config/tea',
      'Library/Application Support/glab-cli',
      'Library/Application Support/tea',
    ],
    movedBy: { GH_CONFIG_DIR: 'folder', GLAB_CONFIG_DIR: 'folder' },
  },
  {
    why: 'passwords of hosts: ftp(1), curl(1), NETRC',
    paths: ['.netrc', '_netrc', '.authinfo', '.authinfo.gpg'],
    movedBy: { NETRC: 'file' },
  },
  {
    why: 'file shares and mail: davfs2, mount.cifs, msmtp, isync',
    paths: [
      '.davfs2',
      '.smbcredentials',
      '.msmtprc',
      '.config/msmtp',
      '.mbsyncrc',
      '.config/isyncrc',
      '.config/filezilla',
      '.config/remmina',
      '.local/share/remmina',
    ],
  },
  {
    why: 'databases: libpq PGPASSFILE, MySQL option files',
    paths: ['.pgpass', '.my.cnf', '.mylogin.cnf', '.dbshell'],
    movedBy: { PGPASSFILE: 'file' },
  },

  // Package managers
  {
    why: 'npm, yarn, pnpm, bun: _authToken in npmrc and its like',
    paths: ['.npmrc', '.yarnrc.yml', '.config/pnpm/rc', 'Library/Preferences/pnpm/rc', '.bunfig.toml'],
    movedBy: { NPM_CONFIG_USERCONFIG: 'file', npm_config_userconfig: 'file' },
  },
  {
    why: 'Python: pypirc, poetry, uv, conda',
    paths: [
      '.pypirc',
      '.config/pypoetry/auth.toml',
      'Library/Application Support/pypoetry/auth.toml',
      '.local/share/uv/credentials',
      '.continuum',
    ],
  },
  {
    why: 'The Cargo Book, "cargo login"',
    paths: ['.cargo/credentials', '.cargo/credentials.toml'],
    movedBy: { CARGO_HOME: { holding: ['credentials', 'credentials.toml'] } },
  },
  { why: 'RubyGems and Bundler', paths: ['.gem/credentials', '.local/share/gem/credentials', '.bundle/config'] },
  {
    why: 'Maven settings reference, Gradle user home, sbt',
    paths: [
      '.m2/settings.xml',
      '.m2/settings-security.xml',
      '.gradle/gradle.properties',
      '.sbt/.credentials',
      '.ivy2/.credentials',
    ],
    movedBy: { GRADLE_USER_HOME: { holding: ['gradle.properties'] } },
  },
  {
    why: 'NuGet, Composer, Hex, pub',
    paths: [
      '.nuget/NuGet/NuGet.Config',
      '.config/NuGet/NuGet.Config',
      '.composer/auth.json',
      '.config/composer/auth.json',
      '.hex/hex.config',
      '.config/dart/pub-credentials.json',
      '.pub-cache/credentials.json',
    ],
    movedBy: { COMPOSER_HOME: { holding: ['auth.json'] } },
  },
  {
    why: 'models and data: Hugging Face token, Kaggle',
    paths: [
      '.cache/huggingface/token',
      '.cache/huggingface/stored_tokens',
      '.huggingface',
      '.kaggle',
      '.config/kaggle',
    ],
  },

  // Password stores and keyrings
  {
    why: 'pass(1), gopass',
    paths: ['.password-store', '.local/share/gopass', '.config/gopass'],
    movedBy: { PASSWORD_STORE_DIR: 'folder' },
  },
  {
    why: 'keyrings of GNOME, KDE and macOS',
    paths: [
      '.local/share/keyrings',
      '.gnome2/keyrings',
      '.local/share/kwalletd',
      '.kde/share/apps/kwallet',
      'Library/Keychains',
    ],
  },
  {
    why: '1Password, Bitwarden, KeePassXC',
    paths: [
      '.config/op',
      '.op',
      '.1password',
      '.config/1Password',
      'Library/Application Support/1Password',
      'Library/Group Containers/2BUA8C4S2C.com.1password',
      '.config/Bitwarden',
      '.config/Bitwarden CLI',
      'Library/Application Support/Bitwarden',
      'Library/Application Support/Bitwarden CLI',
      '.config/keepassxc',
      '.cache/keepassxc',
    ],
  },

  // Browsers and messengers: cookies are logins
  {
    why: 'Firefox and its family, also as snap and flatpak',
    paths: [
      '.mozilla',
      '.config/mozilla',
      '.librewolf',
      '.waterfox',
      '.thunderbird',
      '.tor-browser',
      'snap/firefox',
      'snap/thunderbird',
      '.var/app/org.mozilla.firefox',
      '.var/app/org.mozilla.Thunderbird',
      'Library/Application Support/Firefox',
      'Library/Application Support/LibreWolf',
      'Library/Thunderbird',
    ],
  },
  {
    why: 'Chromium and its family: user data directories',
    paths: [
      '.config/google-chrome',
      '.config/google-chrome-beta',
      '.config/google-chrome-unstable',
      '.config/chromium',
      '.config/BraveSoftware',
      '.config/microsoft-edge',
      '.config/microsoft-edge-dev',
      '.config/vivaldi',
      '.config/opera',
      'snap/chromium',
      'snap/brave',
      '.var/app/com.google.Chrome',
      '.var/app/org.chromium.Chromium',
      '.var/app/com.brave.Browser',
      '.var/app/com.microsoft.Edge',
      '.var/app/com.vivaldi.Vivaldi',
      'Library/Application Support/Google/Chrome',
      'Library/Application Support/Google/Chrome Beta',
      'Library/Application Support/Chromium',
      'Library/Application Support/BraveSoftware',
      'Library/Application Support/Microsoft Edge',
      'Library/Application Support/Vivaldi',
      'Library/Application Support/com.operasoftware.Opera',
      'Library/Application Support/Arc',
    ],
  },
  {
    why: 'Safari and the cookies of macOS',
    paths: ['Library/Safari', 'Library/Cookies', 'Library/Containers/com.apple.Safari', 'Library/HTTPStorages'],
  },
  {
    why: 'tokens of messengers',
    paths: [
      '.config/Slack',
      '.config/discord',
      '.config/Signal',
      '.config/Element',
      '.local/share/TelegramDesktop',
      'Library/Application Support/Slack',
      'Library/Application Support/discord',
      'Library/Application Support/Signal',
      'Library/Messages',
      'Library/Mail',
    ],
  },

  // Other agents and editors
  {
    why: 'Claude Code: credentials and conversations',
    paths: ['.claude', '.claude.json'],
    movedBy: { CLAUDE_CONFIG_DIR: 'folder' },
  },
  {
    why: 'Codex: auth.json in CODEX_HOME',
    paths: ['.codex/auth.json', '.codex/history.jsonl', '.codex/sessions'],
    movedBy: { CODEX_HOME: { holding: ['auth.json', 'history.jsonl', 'sessions'] } },
  },
  {
    why: 'opencode, Gemini, Copilot, Qwen, Amp, Crush, Goose, pi, llm, aider: tokens',
    paths: [
      '.config/opencode',
      '.local/share/opencode',
      '.gemini',
      '.config/github-copilot',
      '.copilot',
      '.qwen',
      '.config/amp',
      '.local/share/amp',
      '.config/crush',
      '.local/share/crush',
      '.config/goose',
      '.local/share/goose',
      '.pi/agent',
      '.config/io.datasette.llm',
      '.aider.conf.yml',
      '.continue',
      '.factory',
      'Library/Application Support/io.datasette.llm',
    ],
  },
  {
    why: 'secrets that extensions of VS Code and Cursor keep',
    paths: [
      '.config/Code/User/globalStorage',
      '.config/Cursor/User/globalStorage',
      '.config/VSCodium/User/globalStorage',
      '.cursor/mcp.json',
      'Library/Application Support/Code/User/globalStorage',
      'Library/Application Support/Cursor/User/globalStorage',
      'Library/Application Support/VSCodium/User/globalStorage',
    ],
  },

  // What was typed
  {
    why: 'histories of shells, in which passwords were typed: bash(1) HISTFILE, zsh(1), fish, nushell, PowerShell, atuin',
    paths: [
      '.bash_history',
      '.bash_sessions',
      '.zsh_history',
      '.zhistory',
      '.zsh_sessions',
      '.histfile',
      '.sh_history',
      '.local/share/fish/fish_history',
      '.config/nushell/history.txt',
      '.config/nushell/history.sqlite3',
      '.local/share/powershell/PSReadLine',
      '.local/share/atuin',
    ],
    movedBy: { HISTFILE: 'file' },
  },
  {
    why: 'histories of interpreters and database shells',
    paths: [
      '.python_history',
      '.node_repl_history',
      '.irb_history',
      '.psql_history',
      '.mysql_history',
      '.mariadb_history',
      '.sqlite_history',
      '.rediscli_history',
      '.mongodb/mongosh',
      '.lesshst',
      '.viminfo',
    ],
  },
]
