import type { Agent } from '../../../api/agents.ts'
import { Panel } from '../../../parts/layout/page.tsx'
import { Table } from '../../../parts/tables/table.tsx'
import { Markdown } from '../../../parts/text/markdown.tsx'
import { visibleName } from '../../../parts/text/visible.ts'
import { formatElapsed } from '../../../parts/text/format.ts'
import { usePermission } from '../../../shell/current-user.tsx'
import { pageUrl } from '../../../urls.ts'
import { skillsOf, type JsonSchema, type Skill } from './card-skills.ts'
import { fieldOf, rowsOf } from './form-model.ts'
import { TrySkill } from './try-skill.tsx'

/** Describes what an agent can do, and lets people whose role may route tasks try it. */
export function Skills({ agent }: { agent: Agent }) {
  const skills = skillsOf(agent)
  const canRoute = usePermission('tasks:route')
  return (
    <Panel title="Skills" note={skills.length === 0 ? undefined : 'as its owner describes them'}>
      {skills.length === 0 ? (
        <p class="muted">
          No skills are registered for this agent. Its installations may still offer skills of their
          own.
        </p>
      ) : (
        <ul class="skills">
          {skills.map((skill) => (
            <li key={skill.name}>
              <SkillDetails skill={skill} open={skills.length === 1} />
              {canRoute && agent.capabilities.includes(skill.name) && (
                <TrySkill agent={agent} skill={skill} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function SkillDetails({ skill, open }: { skill: Skill; open: boolean }) {
  const { name, title, description, input, output, timeout_ms, cost } = skill
  const facts = [
    ...(timeout_ms === undefined ? [] : [`takes at most ${formatElapsed(timeout_ms)}`]),
    ...(cost === undefined ? [] : [`cost: ${cost}`]),
  ]
  return (
    <>
      <h3 class="skill-title">
        {title !== visibleName(name) && <bdi>{title}</bdi>}
        <a href={pageUrl('registry', {}, { skill: name })} title="Other agents with this skill">
          <code>{visibleName(name)}</code>
        </a>
      </h3>
      {description !== undefined && <Markdown text={description} />}
      {facts.length > 0 && <p class="muted small">{facts.join(', ')}</p>}
      {input || output ? (
        <details class="more" open={open}>
          <summary>Input and output of {title}</summary>
          <SchemaTable label={`Input of ${title}`} heading="Input" schema={input} />
          <SchemaTable label={`Output of ${title}`} heading="Output" schema={output} />
        </details>
      ) : (
        <p class="muted small">No schema is registered for its input and output.</p>
      )}
    </>
  )
}

function SchemaTable({
  label,
  heading,
  schema,
}: {
  label: string
  heading: string
  schema: JsonSchema | undefined
}) {
  if (!schema) return null
  return (
    <div class="schema-table">
      <h4>{heading}</h4>
      <Table
        label={label}
        rows={rowsOf(fieldOf(schema, heading))}
        keyOf={({ path }) => path}
        columns={[
          {
            name: heading,
            lead: true,
            cell: ({ path, required }) => (
              <>
                <code>{path === '' ? heading.toLowerCase() : path}</code>
                {!required && <span class="muted small"> optional</span>}
              </>
            ),
          },
          { name: 'Type', cell: ({ type }) => type },
          {
            name: 'Description',
            cell: ({ description }) =>
              description === undefined ? <span class="muted">–</span> : <bdi>{description}</bdi>,
          },
        ]}
      />
    </div>
  )
}
