import type { KeyPlace } from './key-place.ts'

/** Package managers and registries. */
export const packageManagers: readonly KeyPlace[] = [
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
]
