import { type AutoRunKind, kinds } from './auto-run-kind.ts'

const instructs = (who: string) => `${who} is told by it what to do`
const allowed = (who: string) => `${who} takes instructions, permissions or hooks from it`

/** Instructions and permissions of agents. */
export const agents: readonly AutoRunKind[] = [
  kinds(
    instructs('Any coding agent'),
    'agents.md',
    'agents.md agents.override.md agents.local.md agent.md .agent/ .agents/',
  ),
  kinds(
    allowed('Claude Code'),
    'docs.claude.com: Memory, Hooks, Settings, Plugins reference',
    'claude.md claude.local.md .claude/ .claude.json .claude-plugin/ .lsp.json',
  ),
  kinds(allowed('Gemini CLI'), 'github.com/google-gemini/gemini-cli', 'gemini.md .gemini/'),
  kinds(allowed('Qwen Code'), 'github.com/QwenLM/qwen-code', 'qwen.md .qwen/'),
  kinds(allowed('Warp'), 'docs.warp.dev: Rules', 'warp.md .warp/'),
  kinds(allowed('Crush'), 'github.com/charmbracelet/crush', 'crush.md crush.local.md {.,}crush.json .crush/'),
  kinds(allowed('Codex'), 'developers.openai.com/codex', '.codex/'),
  kinds(allowed('opencode'), 'opencode.ai/docs', 'opencode.md opencode.json{,c} .opencode/ .opencode.json'),
  kinds(allowed('Cursor'), 'cursor.com/docs: Rules, Hooks', '.cursorrules .cursor/'),
  kinds(allowed('Windsurf'), 'docs.windsurf.com: Rules', '.windsurfrules .windsurf/ .codeium/'),
  kinds(allowed('Kiro'), 'kiro.dev/docs: Steering, Hooks', '.kiro/'),
  kinds(allowed('Cline'), 'docs.cline.bot: Rules', '.clinerules .clinerules/ .cline/'),
  kinds(allowed('Roo Code'), 'docs.roocode.com: Custom modes', '.roo/ .roomodes .roorules{,-*}'),
  kinds(allowed('Kilo Code'), 'kilocode.ai/docs', '.kilocode/ .kilocodemodes .kilocoderules{,-*}'),
  kinds(
    allowed('Aider'),
    'aider.chat/docs: Configuration',
    '.aider.conf.{yml,yaml} .aider.model.{settings.yml,metadata.json}',
  ),
  kinds(instructs('Goose'), 'block.github.io/goose: goosehints', '.goosehints{,.local} .goose/'),
  kinds(allowed('OpenHands'), 'docs.openhands.dev: Repository customization', '.openhands/ .openhands_instructions'),
  kinds(allowed('Continue'), 'docs.continue.dev: Rules', '.continue/ .continuerules .continuerc.json'),
  kinds(allowed('Amazon Q'), 'docs.aws.amazon.com/amazonq', '.amazonq/'),
  kinds(
    instructs('GitHub Copilot'),
    'docs.github.com: Custom instructions',
    '.github/copilot-instructions.md .github/copilot-*.yml .github/{instructions,prompts,chatmodes,agents,skills,hooks}/ .copilot/',
  ),
  kinds(instructs('Junie'), 'jetbrains.com/help/junie', '.junie/'),
  kinds(instructs('JetBrains AI Assistant'), 'jetbrains.com/help/ai-assistant', '.aiassistant/'),
  kinds(instructs('Trae'), 'docs.trae.ai: Rules', '.trae/'),
  kinds(instructs('Augment'), 'docs.augmentcode.com: Rules', '.augment/ .augment-guidelines'),
  kinds(instructs('Zed'), 'zed.dev/docs/ai/rules', '.rules'),
  kinds(instructs('Replit'), 'docs.replit.com: replit.md', 'replit.md'),
  kinds(allowed('Factory'), 'docs.factory.ai', '.factory/'),
  kinds(instructs('Devin'), 'docs.devin.ai', '.devin/'),
  kinds(instructs('Cody'), 'sourcegraph.com/docs/cody', '.sourcegraph/ .cody/'),
  kinds(instructs('Tabnine'), 'docs.tabnine.com: Guidelines', '.tabnine/'),
  kinds(instructs('CodeBuddy'), 'codebuddy.ai/docs', 'codebuddy.md .codebuddy/'),
  kinds(instructs('iFlow'), 'platform.iflow.cn', 'iflow.md .iflow/'),
  kinds(instructs('Lingma'), 'help.aliyun.com/lingma', '.lingma/'),
  kinds(instructs('Zencoder'), 'docs.zencoder.ai: Zen rules', '.zencoder/'),
  kinds(instructs('Firebender'), 'docs.firebender.com', 'firebender.json .firebender/'),
  kinds(instructs('Bolt'), 'support.bolt.new', '.bolt/'),
  kinds(allowed('pi'), 'github.com/badlogic/pi-mono', '.pi/'),
  kinds(allowed('Mistral Vibe'), 'github.com/mistralai/mistral-vibe', '.vibe/'),
  kinds(
    'A tool writes rules for agents from it',
    'github.com/intellectronica/ruler; github.com/dyoshikawa/rulesync',
    '.ruler/ .rulesync/ rulesync.jsonc',
  ),
  kinds('Agents start the servers in it', 'modelcontextprotocol.io', '{.,}mcp.json'),
].flat()
