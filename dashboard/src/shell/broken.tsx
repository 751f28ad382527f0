import { Component, type ComponentChildren } from 'preact'
import { Failure } from '../parts/failure.tsx'

/** A page that breaks shows that it did; the rest stays usable. */
export class Broken extends Component<{ children: ComponentChildren }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static override getDerivedStateFromError = (error: unknown) => ({ error })

  override render() {
    if (this.state.error === undefined) return <>{this.props.children}</>
    return <Failure error={this.state.error} retry={() => this.setState({ error: undefined })} />
  }
}
