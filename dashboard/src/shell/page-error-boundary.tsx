import { useLocation } from 'preact-iso'
import { Component, type ComponentChildren } from 'preact'
import { Failure } from '../parts/feedback/failure.tsx'

/** A page that breaks shows that it did; the rest stays usable. */
export const PageErrorBoundary = ({ children }: { children: ComponentChildren }) => (
  <Boundary url={useLocation().url}>{children}</Boundary>
)

class Boundary extends Component<{ url: string; children: ComponentChildren }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static override getDerivedStateFromError = (error: unknown) => ({ error })

  /** Another page is not broken. */
  override componentDidUpdate({ url }: { url: string }) {
    if (url !== this.props.url && this.state.error !== undefined)
      this.setState({ error: undefined })
  }

  override render() {
    if (this.state.error === undefined) return <>{this.props.children}</>
    return <Failure error={this.state.error} retry={() => this.setState({ error: undefined })} />
  }
}
