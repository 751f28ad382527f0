import { createContext, type ComponentChildren } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { Problem } from '../../api/problem.ts'
import { adviceFor, RequestReference } from '../feedback/failed-request.tsx'
import { UpgradeNotice } from '../feedback/failure.tsx'
import { IssueList, readableMessage } from '../feedback/issue-list.tsx'

interface FormState {
  readonly problem: Problem | undefined
  readonly shownPaths: Set<string>
}
const FormContext = createContext<FormState>({ problem: undefined, shownPaths: new Set() })

/** Returns the issue that the registry reports for a field: `name` means `/body/name`, `context.nonce` means `/body/context/nonce`. */
export function useFieldIssue(name: string): string | undefined {
  const { problem, shownPaths } = useContext(FormContext)
  const path = `/body/${name.replaceAll('.', '/')}`
  const issue = problem?.issues.find(
    (candidate) => candidate.path === path || candidate.path.startsWith(`${path}/`),
  )
  if (issue) shownPaths.add(issue.path)
  return issue && readableMessage(issue.message)
}

interface FormProps {
  readonly id?: string
  readonly error?: unknown
  /** Whether the form changes something. */
  readonly changes?: boolean
  readonly onSubmit: (values: FormData) => void
  readonly children: ComponentChildren
  readonly class?: string
}

/** Shows a form with issues beside their fields, and other errors at its end. */
export function Form({
  id,
  error,
  changes = true,
  onSubmit,
  children,
  class: className,
}: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const problem = error instanceof Problem ? error : undefined
  const state = { problem, shownPaths: new Set<string>() }
  useEffect(() => {
    if (!error) return
    // In a long dialog the error may be scrolled out of view.
    form.current?.querySelector('.error-notice')?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget as HTMLFormElement))
  }
  return (
    <form ref={form} id={id} class={className ?? 'form'} noValidate onSubmit={submit}>
      <FormContext.Provider value={state}>
        {children}
        <FormError error={error} changes={changes} />
      </FormContext.Provider>
    </form>
  )
}

function FormError({ error, changes }: { error: unknown; changes: boolean }) {
  const { shownPaths } = useContext(FormContext)
  if (!error) return null
  if (!(error instanceof Problem))
    return (
      <p class="error-notice" role="alert">
        Something went wrong. Please try again.
      </p>
    )
  if (error.status === 402) return <UpgradeNotice problem={error} />
  const advice = adviceFor(error, changes)
  const others = error.issues.filter(({ path }) => !shownPaths.has(path))
  return (
    <div class="error-notice" role="alert">
      <p>
        {error.issues.length === 0
          ? error.message
          : others.length === 0
            ? 'Correct the highlighted fields.'
            : 'The registry rejected these values:'}
      </p>
      {others.length > 0 && <IssueList issues={others} />}
      {advice !== undefined && <p>{advice}</p>}
      {error.issues.length === 0 && <RequestReference problem={error} />}
    </div>
  )
}

/** Returns the text that was entered in a field, without surrounding spaces. */
export const textOf = (values: FormData, name: string): string =>
  String(values.get(name) ?? '').trim()

/** Returns a ref to an element whose first field gets the focus when it is rendered. */
export function useFocusFirstField<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [])
  return ref
}
