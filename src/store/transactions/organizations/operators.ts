import type { Operator } from '../../../domain/organizations/membership.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'

/** Makes a person an operator; does nothing if they already are one. The case of e-mail addresses is ignored. */
export async function addOperator(
  tx: Tx,
  context: CallContext,
  input: { email: string },
): Promise<Operator> {
  const email = input.email.toLowerCase()
  const existing = await tx.operators.get({ email })
  if (existing) return existing
  const operator: Operator = { email, added_at: context.now }
  await tx.operators.insert(operator)
  await appendAudit(tx, context, {
    event_type: 'operator.added',
    organization_id: null,
    target: { type: 'operator', id: email },
  })
  return operator
}

/** Removes an operator. This takes effect at once, because roles are read with every request. */
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

/** Lists the operators, earliest first. */
export const listOperators = (tx: ReadTx, _: object): Promise<readonly Operator[]> =>
  tx.operators.find({ orderBy: ['added_at', 'email'] })

/** Returns whether a person who signs in is an operator. Nothing is locked, so the role may end before the transaction does. */
export const isOperator = async (tx: ReadTx, email: string): Promise<boolean> =>
  (await tx.operators.first({ where: { email }, lock: false })) !== undefined
