// Keeps an error in one part from the parts around it: without, nothing is drawn any more.
import { Component, type ComponentChildren } from 'preact'

interface Props {
  /** What the part is drawn of. Once that is another, the part is drawn again. */
  of: unknown
  /** What is shown in place of the part. */
  instead?(retry: () => void): ComponentChildren
  children: ComponentChildren
}

interface State {
  /** What could not be drawn. */
  failed?: { of: unknown } | undefined
}

export class Guard extends Component<Props, State> {
  override componentDidCatch(error: unknown): void {
    // It is caught for the other parts only: the browser still tells of it.
    reportError(error)
    this.setState({ failed: { of: this.props.of } })
  }

  override render({ of, instead, children }: Props, { failed }: State): ComponentChildren {
    return failed && failed.of === of ? instead?.(() => this.setState({ failed: undefined })) : children
  }
}
