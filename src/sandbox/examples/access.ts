import { parameterOf } from './contract.ts'
import { FIRST_INSTALLATION } from './fleet.ts'
import { ACME } from './people.ts'

/** The credentials with which the examples of the contract can be sent to a sandbox. The values are the same in every sandbox. */
export interface ExampleAccess {
  readonly organization_id: string
  readonly workspace_id: string
  readonly svc_id: string
  /** The value of X-API-Key, or the bearer token where the contract has `ApiKeyBearer`. */
  readonly api_key: string
  /** The session of the owner, valid for eight hours after startup. */
  readonly session_token: string
  /** The session of an operator, for the operations under /operator. */
  readonly operator_token: string
  /** The runtime token of the installation of the examples. */
  readonly runtime_token: string
}

/** Returns the credentials of the examples. */
export const exampleAccess = (): ExampleAccess => ({
  organization_id: ACME.organization_id,
  workspace_id: FIRST_INSTALLATION.workspace_id,
  svc_id: parameterOf('SvcIdParameter'),
  api_key: ACME.api_key,
  session_token: ACME.session_token,
  operator_token: ACME.operator_token,
  runtime_token: FIRST_INSTALLATION.runtime_token,
})
