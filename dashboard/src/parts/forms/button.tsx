import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'

type Variant = 'primary' | 'plain' | 'quiet' | 'danger'
interface Props extends Omit<ButtonHTMLAttributes, 'children' | 'class' | 'type'> {
  readonly variant?: Variant
  readonly type?: 'button' | 'submit'
  /** A request is running, so clicks are ignored. The button keeps the focus, which a disabled one would lose. */
  readonly pending?: boolean
  readonly disabled?: boolean
  readonly form?: string
  readonly children: ComponentChildren
}

export const Button = ({
  variant = 'plain',
  type = 'button',
  pending = false,
  children,
  onClick,
  ...rest
}: Props) => (
  <button
    type={type}
    class={variant}
    aria-busy={pending || undefined}
    aria-disabled={pending || undefined}
    onClick={pending ? ignore : onClick}
    {...rest}
  >
    {children}
  </button>
)

/** Ignores a click, which would otherwise submit the form. Enter in a field clicks its button, too. */
const ignore = (event: Event) => event.preventDefault()

/** Shows a link to another page that looks like a button. */
export const ButtonLink = ({
  href,
  variant = 'plain',
  children,
}: {
  href: string
  variant?: Variant
  children: ComponentChildren
}) => (
  <a class={`button ${variant}`} href={href}>
    {children}
  </a>
)
