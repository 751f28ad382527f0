import { useState } from 'preact/hooks'
import type { PolicyContent } from '../../api/policies.ts'
import { TextAreaField, CheckboxField } from '../../parts/forms/field.tsx'
import { warningFor, errorOf } from './validation.ts'
import { SECTIONS, flagOf, listOf, withRule, type Rule } from './rules.ts'

interface Props {
  readonly content: PolicyContent
  readonly onChange: (content: PolicyContent) => void
}

/** A field for each rule; a list has one name per line. */
export const PolicyFields = ({ content, onChange }: Props) => (
  <>
    <p class="muted">
      One name per line. A <code>*</code> at the end stands for whatever follows, so{' '}
      <code>shell.*</code> covers <code>shell.exec</code>; alone it stands for all names. An empty
      list stands for none.
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
                checked={flagOf(content, { ...rule, section })}
                onChange={({ currentTarget }) =>
                  onChange(withRule(content, { ...rule, section }, currentTarget.checked))
                }
              />
            ) : (
              <NamesField
                key={rule.name}
                rule={{ ...rule, section }}
                content={content}
                onChange={onChange}
              />
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

/** Keeps the text as it is typed, blank lines and all; the rule has the names that are in it. */
function NamesField({ rule, content, onChange }: Props & { rule: Rule }) {
  const names = listOf(content, rule)
  const [typed, setTyped] = useState(names.join('\n'))
  const text = parseNames(typed).join('\n') === names.join('\n') ? typed : names.join('\n')
  const fault = errorOf(names)
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
        fault === undefined ? (warningFor(content, rule) ?? rule.hint) : `${rule.title} ${fault}.`
      }
      onInput={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}
