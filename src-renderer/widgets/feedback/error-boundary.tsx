import { Component, type ReactNode } from 'react'
import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import { ErrorState } from './error-state.tsx'

interface Props {
  children: ReactNode
}

/** Limits a rendering error to one view: shows what happened and offers to try again. */
export class ErrorBoundary extends Component<Props, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null }

  static getDerivedStateFromError(thrown: unknown): { failure: Failure } {
    return { failure: failureFrom(thrown) }
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === null) return this.props.children
    return <ErrorState failure={failure} onRetry={() => this.setState({ failure: null })} />
  }
}
