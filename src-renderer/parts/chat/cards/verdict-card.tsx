import { Check, X } from 'lucide-react'
import { counted } from '../../../../src-shared/base/format.ts'
import type { Verdict } from '../../../run/outcome/own-results.ts'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'

/** A submitted verdict: whether the critic approves, and which issues must be fixed. */
export function VerdictCard({ verdict: { approved, issues } }: { readonly verdict: Verdict }) {
  const Icon = approved ? Check : X
  return (
    <div className="chat-card chat-verdict">
      <header>
        <span>Verdict</span>
        <span className={approved ? 'chat-state ok' : 'chat-state bad'}>
          <Icon size={13} aria-hidden="true" />
          {approved ? 'approved' : 'not approved'}
        </span>
        {issues.length > 0 && <span className="figure">{counted(issues.length, 'issue')}</span>}
      </header>
      {issues.length > 0 && (
        <ul className="chat-issues" aria-label="Issues">
          {issues.map((issue, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a verdict never changes, so an index identifies an issue.
            <li key={index}>
              <StreamedMarkdown text={issue} streaming={false} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
