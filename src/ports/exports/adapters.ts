import type { DestinationKind } from '../../domain/audit/exports.ts'
import type { Adapter } from './adapter.ts'
import { alerts } from './alerts.ts'
import { collector } from './collector.ts'
import { logs } from './logs.ts'

export const ADAPTERS: { readonly [Kind in DestinationKind]: Adapter } = { logs, collector, alerts }
