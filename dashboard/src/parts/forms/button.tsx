import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'

type Variant = 'primary' | 'plain' | 'quiet' | 'danger'
interface Props extends Omit<ButtonHTMLAttributes, 'children' | 'class' | 'type'> {
  readonly variant?: Variant
  readonly type?: 'button' | 'submit'
  /** Something is under way: the button stays where it is and cannot be pressed twice. */
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

/** A link that looks like a button, for what leads to another page. */
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
