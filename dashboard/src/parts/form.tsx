import { createContext, type ComponentChildren } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { Problem } from '../api/problem.ts'
import { Upgrade } from './upgrade.tsx'

interface Said {
  readonly problem: Problem | undefined
  readonly claimed: Set<string>
}
const Context = createContext<Said>({ problem: undefined, claimed: new Set() })

/** What the registry says is wrong with a field: `name` stands for `/body/name`, `context.nonce` for `/body/context/nonce`. */
export function useIssue(name: string): string | undefined {
  const { problem, claimed } = useContext(Context)
  const path = `/body/${name.replaceAll('.', '/')}`
  const issue = problem?.issues.find((one) => one.path === path || one.path.startsWith(`${path}/`))
  if (issue) claimed.add(issue.path)
  return issue && worded(issue.message)
}

/** A schema's words as people say them. */
const worded = (message: string): string =>
  message
    .replace('must NOT have fewer than 1 characters', 'must not be empty')
    .replace(/must match (pattern|format) ".*"/, 'is not written as it has to be')
    .replace('NOT', 'not')

interface Props {
  readonly id?: string
  readonly error?: unknown
  readonly onSubmit: (values: FormData) => void
  readonly children: ComponentChildren
  readonly class?: string
}

/** A form whose refusals stand beside the fields they are about, and the others above its buttons. */
export function Form({ id, error, onSubmit, children, class: look }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const problem = error instanceof Problem ? error : undefined
  const said = { problem, claimed: new Set<string>() }
  useEffect(() => {
    if (!error) return
    // A long form in a dialog may have scrolled its end out of sight.
    form.current?.querySelector('.refusal')?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget as HTMLFormElement))
  }
  return (
    <form ref={form} id={id} class={look ?? 'form'} noValidate onSubmit={submit}>
      <Context.Provider value={said}>
        {children}
        <Refusal error={error} />
      </Context.Provider>
    </form>
  )
}

function Refusal({ error }: { error: unknown }) {
  const { claimed } = useContext(Context)
  if (!error) return null
  if (!(error instanceof Problem))
    return (
      <p class="refusal" role="alert">
        This did not work. Please try again.
      </p>
    )
  if (error.status === 402) return <Upgrade problem={error} />
  const others = error.issues.filter(({ path }) => !claimed.has(path))
  return (
    <div class="refusal" role="alert">
      <p>
        {error.issues.length === 0
          ? error.message
          : others.length === 0
            ? 'Please look at what is marked.'
            : 'The registry cannot take this.'}
      </p>
      {others.length > 0 && (
        <ul>
          {others.map(({ path, message }) => (
            <li key={path}>
              <code>{path.replace(/^\/(body|query)\//, '')}</code> {worded(message)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
