import type { Role } from '../records.ts'
import type { Timestamp } from '../time.ts'

/** An open invitation; it is deleted once it is answered, withdrawn or expired. */
export interface Invitation {
  invitation_id: string
  organization_id: string
  email: string
  role: Role
  /** E-mail address of the member who created it; null if the operator did. */
  invited_by: string | null
  created_at: Timestamp
  expires_at: Timestamp
}
