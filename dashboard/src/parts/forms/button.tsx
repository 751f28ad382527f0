import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'

type Variant = 'primary' | 'plain' | 'quiet' | 'danger'
interface Props extends Omit<ButtonHTMLAttributes, 'children' | 'class' | 'type'> {
  readonly variant?: Variant
  readonly type?: 'button' | 'submit'
  /** A request is running, so the button is disabled. */
  readonly pending?: boolean
  readonly disabled?: boolean
  readonly form?: string
  readonly children: ComponentChildren
}

export const Button = ({
  variant = 'plain',
  type = 'button',
  pending = false,
  disabled = false,
  children,
  ...rest
}: Props) => (
  <button
    type={type}
    class={variant}
    aria-busy={pending || undefined}
    disabled={disabled || pending}
    {...rest}
  >
    {children}
  </button>
)

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
