import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'
interface Props extends Omit<ButtonHTMLAttributes, 'children' | 'class' | 'type'> {
  readonly look?: Look
  readonly type?: 'button' | 'submit'
  /** Something is under way: the button stays where it is and cannot be pressed twice. */
  readonly pending?: boolean
  readonly disabled?: boolean
  readonly form?: string
  readonly children: ComponentChildren
}

export const Button = ({
  look = 'plain',
  type = 'button',
  pending = false,
  disabled = false,
  children,
  ...rest
}: Props) => (
  <button
    type={type}
    class={look}
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
  look = 'plain',
  children,
}: {
  href: string
  look?: Look
  children: ComponentChildren
}) => (
  <a class={`button ${look}`} href={href}>
    {children}
  </a>
)
