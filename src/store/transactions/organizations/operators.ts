import type { Operator } from '../../../domain/organizations/operator.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'

/** Makes a person an operator; one who is stays as they were. E-mails are compared without case. */
export async function addOperator(
  tx: Tx,
  context: CallContext,
  input: { email: string },
): Promise<Operator> {
  const email = input.email.toLowerCase()
  const known = await tx.operators.get({ email })
  if (known) return known
  const operator: Operator = { email, added_at: context.now }
  await tx.operators.insert(operator)
  await appendAudit(tx, context, {
    event_type: 'operator.added',
    organization_id: null,
    target: { type: 'operator', id: email },
  })
  return operator
}

/** Takes the role away, at once, because it is read with every request. */
export async function removeOperator(
  tx: Tx,
  context: CallContext,
  input: { email: string },
): Promise<Operator | undefined> {
  const operator = await tx.operators.get({ email: input.email.toLowerCase() })
  if (!operator) return undefined
  await tx.operators.delete({ email: operator.email })
  await appendAudit(tx, context, {
    event_type: 'operator.removed',
    organization_id: null,
    target: { type: 'operator', id: operator.email },
  })
  return operator
}

/** Everybody who judges for the platform, the earliest first. */
export const listOperators = (tx: ReadTx, _: object): Promise<readonly Operator[]> =>
  tx.operators.find({ orderBy: ['added_at', 'email'] })

export const isOperator = async (tx: ReadTx, email: string): Promise<boolean> =>
  (await tx.operators.get({ email })) !== undefined
