import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import { Row } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { TrustFiles } from '../../parts/strategy/trust-notice.tsx'
import { decideTrust, useTrust } from '../../stores/server-cache/trust-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'

const words = {
  none: '',
  undecided: 'Not decided yet',
  trusted: 'You trust these files. You are asked again when they change',
  refused: 'Not used',
  unusable: 'Not used',
} as const

const labels = {
  presets: (project: string) => `Presets from ${project}`,
  strategies: (project: string) => `Strategies from ${project}`,
  skills: (project: string) => `Skills from ${project}`,
  agents: (project: string) => `Sub-agents from ${project}`,
  mcp: (project: string) => `MCP servers from ${project}`,
  hooks: (project: string) => `Hooks from ${project}`,
  imported: (project: string) => `Strategies of runs imported into ${project}`,
} as const

const nouns = {
  presets: 'presets',
  strategies: 'strategies',
  skills: 'skills',
  agents: 'sub-agents',
  mcp: 'servers',
  hooks: 'hooks',
  imported: 'strategies',
} as const

/** The trust decisions for the open project, with a way to revoke them. */
export function TrustRows() {
  const parts = useTrust()
  const project = useWorkbench((state) => state.project)
  if (project === null) return null
  return parts.map((each) => <TrustRow key={each.part} trust={each} project={project.name} />)
}

function TrustRow({ trust, project }: { trust: ProjectTrust; project: string }) {
  const { part, state, files, problem } = trust
  const trusted = state === 'trusted'
  return (
    <>
      <Row label={labels[part](project)} hint={problem ?? words[state]}>
        {problem === undefined && (
          <Button small onClick={() => void decideTrust([trust], trusted ? 'refuse' : 'trust')}>
            {trusted ? 'Revoke trust' : `Trust these ${nouns[part]}`}
          </Button>
        )}
      </Row>
      {!trusted && (
        <div className={styles.profile}>
          <TrustFiles files={files} />
        </div>
      )}
    </>
  )
}
