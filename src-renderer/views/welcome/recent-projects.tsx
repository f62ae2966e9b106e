import { Folder, FolderX, X } from 'lucide-react'
import { shortenMiddle } from '../../../src-shared/base/format.ts'
import type { Project } from '../../../src-shared/run/conversation.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { forgetProject, loadProjects } from '../../stores/session/projects.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { cx } from '../../widgets/cx.ts'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { SectionHeader } from '../../widgets/section-header.tsx'
import styles from './welcome.module.css'

export function RecentProjects({ onOpen }: { onOpen: (folder: string) => void }) {
  const projects = useWorkbench((state) => state.projects)
  if (projects.state === 'loading') return <Skeleton lines={3} label="Loading projects" />
  if (projects.state === 'failed') return <ErrorState failure={projects.failure} onRetry={() => void loadProjects()} />
  if (projects.value.length === 0) return null
  const newest = [...projects.value].sort((a, b) => b.openedAt - a.openedAt)
  return (
    <section aria-label="Recent projects">
      <SectionHeader title="Recent projects" />
      <ul className={styles.list}>
        {newest.map((project) => (
          <Recent key={project.id} project={project} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

function Recent({ project, onOpen }: { project: Project; onOpen: (folder: string) => void }) {
  const Icon = project.present ? Folder : FolderX
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={cx(styles.project, !project.present && styles.missing)}
        title={project.folder}
        onClick={() => onOpen(project.folder)}
      >
        <Icon aria-hidden="true" />
        <span className={styles.name}>{shortenMiddle(project.name, 44)}</span>
        <span className={styles.folder}>{shortenMiddle(project.folder, 58)}</span>
        <span className={styles.state}>{project.present ? project.branch : 'folder missing'}</span>
      </button>
      <IconButton
        small
        label={`Forget ${project.name}`}
        side="right"
        className={styles.forget}
        onClick={() => void toastOnFailure(forgetProject(project.id))}
      >
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}
