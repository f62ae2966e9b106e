import type { PlanStep } from '../../../run/outcome/own-results.ts'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'

/** A submitted plan: its steps, each with its criterion for being done. */
export function PlanCard({ steps }: { readonly steps: readonly PlanStep[] }) {
  return (
    <div className="chat-card">
      <ol className="chat-plan">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step's number is its identity.
          <li key={index}>
            <span className="figure" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <StreamedMarkdown text={step.goal} streaming={false} />
              {step.done !== '' && (
                <div className="chat-done">
                  <span>done when</span>
                  <StreamedMarkdown text={step.done} streaming={false} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
