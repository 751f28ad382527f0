import type { PolicyDecision } from '../../api/policies.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { RULES } from './rules.ts'

const OUTCOMES: Readonly<Record<string, readonly [Tone, string]>> = {
  allowed: ['good', 'allowed'],
  needs_approval: ['warn', 'needs approval'],
  denied: ['bad', 'denied'],
}

/** Returns the title of a rule in quotation marks, or the path of an unknown rule. */
function ruleTitle(path: string): string {
  const rule = RULES.find(({ section, name }) => `${section}.${name}` === path)
  return rule === undefined ? path : `“${rule.title}”`
}

/** Explains a decision: the rule, the entry that covers the name, and who enforces it. */
export function Decision({
  decision: { subject, name, outcome, rule, entry, enforced_by },
  version,
}: {
  decision: PolicyDecision
  version: number | undefined
}) {
  const [tone, text] = OUTCOMES[outcome] ?? ['idle', outcome]
  return (
    <div class="decision">
      <p class="row">
        <Badge tone={tone}>{text}</Badge> <code>{name}</code>
        <span class="muted small">
          {version === undefined ? 'by the draft' : `by version ${version}`}
        </span>
      </p>
      <p>
        {rule === 'network.require_tls' ? (
          <>The rule {ruleTitle(rule)} forbids connections without TLS.</>
        ) : entry === undefined ? (
          <>
            No entry in {ruleTitle(rule)} matches {COMPARED[rule] ?? 'it'}.
          </>
        ) : (
          <>
            The entry <code>{entry}</code> in {ruleTitle(rule)} matches {COMPARED[rule] ?? 'it'}.
          </>
        )}
      </p>
      <p class="muted small">{enforcementText(subject, outcome, enforced_by)}</p>
    </div>
  )
}

/** What a rule compares with its entries, if that is not the name shown. */
const COMPARED: Readonly<Record<string, string>> = {
  'a2a.allowed_callers': 'the caller',
  'models.allowed_providers': 'the provider',
}

function enforcementText(subject: string, outcome: string, enforced_by: string): string {
  if (subject === 'call' && outcome === 'needs_approval')
    return 'The registry cannot ask a person, so it denies calls to skills that need approval.'
  return enforced_by === 'platform'
    ? 'The registry enforces this when a task is routed or a signature is verified.'
    : 'The agent enforces this, because the registry does not see what an agent does internally.'
}
