import { useLocation } from 'preact-iso'
import { Component, type ComponentChildren } from 'preact'
import { Failure } from '../parts/feedback/failure.tsx'

/** Shows an error in place of a page that failed to render; the frame around it stays usable. */
export const PageErrorBoundary = ({ children }: { children: ComponentChildren }) => (
  <Boundary url={useLocation().url}>{children}</Boundary>
)

class Boundary extends Component<{ url: string; children: ComponentChildren }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static override getDerivedStateFromError = (error: unknown) => ({ error })

  /** Resets the error when the user opens another page. */
  override componentDidUpdate({ url }: { url: string }) {
    if (url !== this.props.url && this.state.error !== undefined)
      this.setState({ error: undefined })
  }

  override render() {
    if (this.state.error === undefined) return <>{this.props.children}</>
    return <Failure error={this.state.error} retry={() => this.setState({ error: undefined })} />
  }
}
