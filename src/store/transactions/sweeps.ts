import type { CallContext } from '../context.ts'
import type { Tx } from '../database.ts'
import { appendAudit } from './audit/records.ts'

const BATCH = 500

/** Puts the expiry of unused install tokens on record. They are refused from their expiry on, swept or not. */
export async function expireInstallTokens(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ expired: number }> {
  const due = await tx.install_tokens.find({
    where: { consumed_at: null, expiry_audited: false, expires_at: { lte: context.now } },
    orderBy: ['expires_at'],
    limit: BATCH,
  })
  for (const { token_id, organization_id, workspace_id, agent_id } of due) {
    await tx.install_tokens.update({ token_id }, { expiry_audited: true })
    await appendAudit(tx, context, {
      event_type: 'install_token.expired',
      organization_id,
      workspace_id,
      target: { type: 'install_token', id: token_id },
      metadata: { agent_id },
    })
  }
  return { expired: due.length }
}
