import type * as records from '../../domain/records.ts'
import { by, type Shapes } from './shape.ts'

export interface AgentRows {
  agent_ids: records.AgentId
  agents: records.Agent
  agent_terms: records.AgentTerm
  reputation_days: records.ReputationDay
  reputation_shares: records.ReputationShare
}

/** The tables of agents: the operator's decisions about identifiers, the registrations, their search terms, and their reputation. */
export const AGENT_TABLES: Shapes<AgentRows> = {
  agent_ids: {
    columns: { svc_id: 'text', suspended_at: 'text', revoked_at: 'text' },
    key: ['svc_id'],
    indexes: [],
  },
  agents: {
    columns: {
      svc_id: 'text',
      organization_id: 'text',
      name: 'text',
      version: 'text',
      public_key: 'text',
      key_sound: 'boolean',
      manifest_hash: 'text',
      content_addressed: 'boolean',
      proven_at: 'text',
      verification_status: 'text',
      suspended_at: 'text',
      revoked_at: 'text',
      private: 'boolean',
      installable_by: 'text',
      installers: 'json',
      deprecated: 'boolean',
      resolves_publicly: 'boolean',
      displacing_since: 'text',
      details: 'json',
      category: 'text',
      llm_provider: 'text',
      reputation: 'json',
      disputes_open: 'integer',
      disputes_upheld: 'integer',
      security_disputes_upheld: 'integer',
      last_seen_at: 'text',
      registered_at: 'text',
      updated_at: 'text',
      listed: 'text',
      name_key: 'text',
      score: 'integer',
      score_changes_at: 'text',
      search_words: 'text',
      publisher_key: 'text',
      search_version: 'integer',
    },
    key: ['svc_id', 'organization_id'],
    indexes: [
      by(['organization_id'], 'svc_id'),
      by(['organization_id', 'name'], 'registered_at', 'svc_id'),
      by(['svc_id', 'resolves_publicly']),
      by(['svc_id', 'suspended_at'], 'organization_id'),
      by(['svc_id', 'private'], 'registered_at', 'organization_id'),
      by([], 'displacing_since'),
      by([], 'score_changes_at'),
      by(['search_version']),
      by(['resolves_publicly'], 'svc_id'),
      by(['resolves_publicly', 'category'], 'svc_id'),
      by(['resolves_publicly', 'verification_status'], 'svc_id'),
      by(['resolves_publicly', 'verification_status', 'category'], 'svc_id'),
      ...[['listed'], ['listed', 'category'], ['listed', 'llm_provider']].flatMap((filter) =>
        ['name_key', 'score', 'registered_at'].map((order) => by(filter, order, 'svc_id')),
      ),
    ],
  },
  agent_terms: {
    columns: { term: 'text', name_key: 'text', svc_id: 'text' },
    key: ['term', 'name_key', 'svc_id'],
    // In SQL, the primary key already serves as this index; the in-memory store needs it.
    indexes: [by(['term'], 'name_key', 'svc_id')],
  },
  reputation_days: {
    columns: {
      svc_id: 'text',
      organization_id: 'text',
      day: 'text',
      completed: 'integer',
      failed: 'integer',
      opening: 'json',
      closing: 'json',
    },
    key: ['svc_id', 'organization_id', 'day'],
    indexes: [by([], 'day')],
  },
  reputation_shares: {
    columns: {
      svc_id: 'text',
      organization_id: 'text',
      rater_id: 'text',
      share: 'json',
      forgotten: 'json',
    },
    key: ['svc_id', 'organization_id', 'rater_id'],
    indexes: [],
  },
}
