import { useState } from 'preact/hooks'
import type { PolicyContent } from '../../api/policies.ts'
import { TextAreaField, CheckboxField } from '../../parts/forms/field.tsx'
import { warningFor, errorOf, SECTIONS, flagOf, listOf, withRule, type Rule } from './rules.ts'

interface Props {
  readonly content: PolicyContent
  readonly onChange: (content: PolicyContent) => void
}

/** Edits each rule in a field. Lists have one name per line. */
export const PolicyFields = ({ content, onChange }: Props) => (
  <>
    <p class="muted">
      One name per line. A <code>*</code> at the end is a wildcard, so <code>shell.*</code> matches{' '}
      <code>shell.exec</code>, and <code>*</code> matches all names. An empty list matches nothing.
    </p>
    <div class="policy-sections">
      {SECTIONS.map(({ section, title, description, rules }) => (
        <fieldset key={section} class="policy-section">
          <legend>{title}</legend>
          <p class="muted small">{description}</p>
          {rules.map((rule) =>
            rule.as === 'flag' ? (
              <CheckboxField
                key={rule.name}
                name={`content.${section}.${rule.name}`}
                label={rule.title}
                checked={flagOf(content, rule)}
                onChange={({ currentTarget }) =>
                  onChange(withRule(content, rule, currentTarget.checked))
                }
              />
            ) : (
              <NamesField key={rule.name} rule={rule} content={content} onChange={onChange} />
            ),
          )}
        </fieldset>
      ))}
    </div>
  </>
)

const parseNames = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Keeps the text as typed, including blank lines, while the rule contains only the names. */
function NamesField({ rule, content, onChange }: Props & { rule: Rule }) {
  const names = listOf(content, rule)
  const [typed, setTyped] = useState(names.join('\n'))
  const text = parseNames(typed).join('\n') === names.join('\n') ? typed : names.join('\n')
  const error = errorOf(names)
  const type = (next: string) => {
    setTyped(next)
    onChange(withRule(content, rule, parseNames(next)))
  }
  return (
    <TextAreaField
      label={rule.title}
      name={`content.${rule.section}.${rule.name}`}
      class="mono"
      spellcheck={false}
      rows={Math.min(8, Math.max(2, names.length + 1))}
      value={text}
      hint={
        error === undefined ? (warningFor(content, rule) ?? rule.hint) : `“${rule.title}” ${error}.`
      }
      onInput={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}
